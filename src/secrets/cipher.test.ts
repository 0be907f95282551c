import { describe, expect, it } from 'vitest'
import { createCipher } from './cipher.ts'

const cipher = createCipher(Buffer.from('a secret of the service'))
const place = { projectId: 'prj_1', name: 'openai' }

describe('the encryption of secrets', () => {
  it('gives back what was sealed, and seals the same text differently each time', () => {
    const [first, second] = [cipher.seal(place, 'sk-1 ü'), cipher.seal(place, 'sk-1 ü')]
    expect(first).not.toBe(second)
    expect([first, second].map((sealed) => cipher.open(place, sealed))).toEqual(['sk-1 ü', 'sk-1 ü'])
  })

  it('begins with the version of its form', () => {
    expect(Buffer.from(cipher.seal(place, 'x'), 'base64url')[0]).toBe(1)
  })

  it('opens nothing with another secret of the service, for another project, or under another name', () => {
    const sealed = cipher.seal(place, 'sk-1')
    expect(createCipher(Buffer.from('another secret')).open(place, sealed)).toBeNull()
    expect(cipher.open({ ...place, projectId: 'prj_2' }, sealed)).toBeNull()
    expect(cipher.open({ ...place, name: 'google' }, sealed)).toBeNull()
  })

  it('opens nothing that was changed or cut, wherever', () => {
    const sealed = Buffer.from(cipher.seal(place, 'sk-1'), 'base64url')
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed)
      changed[at]! ^= 1
      expect(cipher.open(place, changed.toString('base64url'))).toBeNull()
      expect(cipher.open(place, sealed.subarray(0, at).toString('base64url'))).toBeNull()
    }
  })
})
