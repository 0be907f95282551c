import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createPool } from './pool.ts'

describe('a pool', () => {
  it('does a few pieces at once, and all of them', async () => {
    const pool = createPool(3)
    let running = 0
    let most = 0
    let done = 0
    for (let piece = 0; piece < 20; piece++)
      await pool.add(async () => {
        running += 1
        most = Math.max(most, running)
        await delay(1)
        running -= 1
        done += 1
      })
    await pool.end()
    expect([most, done]).toEqual([3, 20])
  })

  it('starts nothing more after a failure, and says which it was', async () => {
    const pool = createPool(1)
    let started = 0
    await pool.add(() => Promise.reject(new Error('first')))
    await expect(
      pool.add(async () => {
        started += 1
      }),
    ).rejects.toThrow('first')
    await expect(pool.end()).rejects.toThrow('first')
    expect(started).toBe(0)
  })
})
