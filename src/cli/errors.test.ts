import { describe, expect, it } from 'vitest'
import { describeError } from './errors.ts'

describe('a full disk', () => {
  it('is told by the folder that is on it, not by the address of a database that is not used', () => {
    const { text, exitCode } = describeError(Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' }))
    expect(text).toMatch(/^Error: the disk that holds the data folder \/.+ is full\.\nTry: make space there/)
    expect(text).not.toContain('DOCWRIGHT_DATABASE_URL')
    expect(exitCode).toBe(1)
  })
})
