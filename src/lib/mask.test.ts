import { describe, expect, it } from 'vitest'
import { createMask, distinct } from './mask.ts'

describe('a mask', () => {
  it('takes out what it was told, wherever it stands, and what has the shape of a key', () => {
    const mask = createMask()
    mask.learn(['a-secret-value', 'another-"quoted"-one'])
    expect(mask.hide('x a-secret-value, a-secret-value')).toBe('x [redacted], [redacted]')
    expect(mask.hide(JSON.stringify({ a: 'another-"quoted"-one' }))).toBe('{"a":"[redacted]"}')
    expect(mask.hide('https://me:pass@example.com/')).toBe('https://[redacted]@example.com/')
  })

  it('tells another one what it learns, and that one need not be told twice', () => {
    const [one, other] = [createMask(), createMask()]
    let told = 0
    one.subscribe((values) => {
      told++
      other.learn(values)
    })
    other.subscribe((values) => {
      told++
      one.learn(values)
    })
    one.learn(['a-secret-value'])
    one.learn(['a-secret-value'])
    expect(other.hide('x a-secret-value')).toBe('x [redacted]')
    expect(told).toBe(2)
  })

  it('leaves values alone that could be words of a page', () => {
    const mask = createMask()
    mask.learn(['short', ''])
    expect(mask.hide('a short text')).toBe('a short text')
    expect(distinct(['short', null, 'a-secret-value'])).toEqual(['a-secret-value'])
  })

  it('leaves nothing of a value that begins like another', () => {
    const mask = createMask(['a-secret-value'])
    mask.learn(['a-secret-value-and-more'])
    expect(mask.hide('a-secret-value-and-more a-secret-value')).toBe('[redacted] [redacted]')
  })

  it('forgets what was not used for longest, so that it stays quick, and never what it was made with', () => {
    const mask = createMask(['a-secret-of-the-service'])
    mask.learn(['the-first-value'])
    for (let index = 0; index < 500; index++) mask.learn([`value-number-${index}`])
    expect(mask.hide('the-first-value value-number-499')).toBe('the-first-value [redacted]')
    expect(mask.hide('a-secret-of-the-service')).toBe('[redacted]')
  })
})
