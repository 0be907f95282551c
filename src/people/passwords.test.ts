import { describe, expect, it } from 'vitest'
import { checkNewPassword, hashPassword, isPassword } from './passwords.ts'

describe('passwords', () => {
  it('are kept in the notation that other argon2 libraries read, each with a salt of its own', async () => {
    const [first, second] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(second).not.toBe(first)
    expect(await isPassword('correct horse', first)).toBe(true)
    expect(await isPassword('correct horsE', first)).toBe(false)
  })

  it('are the same however a keyboard composes their characters', async () => {
    expect(await isPassword('Cafe\u0301 con leche', await hashPassword('Caf\u00e9 con leche'))).toBe(true)
  })

  it('fit nobody who has none', async () => {
    expect(await isPassword('', null)).toBe(false)
    expect(await isPassword('correct horse', null)).toBe(false)
  })

  it.each(['twelve chars', '💥'.repeat(12), ' '.repeat(12), 'x'.repeat(1024)])('may be %j', (password) => {
    expect(() => checkNewPassword(password)).not.toThrow()
  })

  it.each(['', 'eleven char', '💥'.repeat(11), 'x'.repeat(1025), 'ä'.repeat(513)])('may not be %j', (password) => {
    expect(() => checkNewPassword(password)).toThrow('password')
  })

  it('that nobody can have cost nothing', async () => {
    expect(await isPassword('x'.repeat(1_000_000), await hashPassword('correct horse'))).toBe(false)
  })
})
