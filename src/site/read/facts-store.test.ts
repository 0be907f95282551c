import { spawn } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FactsStore, type FactsStoreOptions, openFactsStore } from './facts-store.ts'

describe('the store of facts', () => {
  let folder: string
  let damages: string[]
  const stores: FactsStore[] = []
  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'docwright-facts-')), 'facts')
    damages = []
  })
  afterEach(() => {
    for (const store of stores.splice(0)) store.close()
    rmSync(join(folder, '..'), { recursive: true })
  })

  const open = (version = '1', options: FactsStoreOptions = {}) => {
    const store = openFactsStore({ folder, version }, { onDamage: ({ message }) => damages.push(message), ...options })
    stores.push(store)
    return store
  }
  const texts = (from: number, count: number, length = 10) =>
    new Map(Array.from({ length: count }, (_, index) => [`key ${from + index}`, `${from + index} `.padEnd(length, 'ü')]))
  const file = () => join(folder, '1.db')

  it('keeps texts for another process, and for one that runs at the same time', () => {
    const one = open()
    one.add(texts(0, 3))
    expect(open().find(['key 1', 'key 5', 'key 2'])).toEqual(texts(1, 2))
    one.add(texts(2, 5))
    expect(stores[1]!.find(texts(0, 7).keys())).toEqual(texts(0, 7))
    expect(statSync(file()).mode & 0o777).toBe(0o600)
  })

  it('knows nothing of another version, and throws its file away', () => {
    const old = open('1')
    old.add(texts(0, 3))
    const next = open('2')
    expect(next.find(texts(0, 3).keys())).toEqual(new Map())
    next.add(texts(1, 1))
    // One that is still at work is not disturbed, and does not get in the way.
    old.add(texts(3, 1))
    expect(old.find(texts(0, 4).keys())).toEqual(texts(0, 4))
    expect(next.find(texts(0, 4).keys())).toEqual(texts(1, 1))
    expect(readdirSync(folder).filter((name) => !name.startsWith('2.db'))).toEqual([])
    expect(damages).toEqual([])
  })

  it.each<[string, () => void]>([
    ['is no database', () => writeFileSync(file(), 'x'.repeat(20_000))],
    ['has another table', () => new SqliteFile(file()).exec('drop table facts; create table facts (x)').close()],
    ['ends in the middle', () => truncateSync(file(), 3 * 4096)],
    ['has other letters in it', () => writeFileSync(file(), readFileSync(file(), 'latin1').replaceAll('7 Ã', '7 Â'), 'latin1')],
    ['has pages of noise', () => writeFileSync(file(), Buffer.alloc(40_000, 0xa5), { flag: 'r+' })],
  ])('throws a file away that %s, and starts anew', (_, damage) => {
    const before = open()
    before.add(texts(0, 500, 400))
    before.close()
    expect(readdirSync(folder)).toEqual(['1.db'])
    damage()
    const store = open()
    const found = store.find(texts(0, 500).keys())
    for (const [key, text] of found) expect(text).toBe(texts(0, 500, 400).get(key))
    store.add(texts(0, 500, 400))
    store.add(texts(0, 500, 400))
    expect(store.find(texts(0, 500).keys())).toEqual(texts(0, 500, 400))
    expect(damages).toHaveLength(1)
  })

  it('does without a folder that it cannot have', () => {
    writeFileSync(folder, 'a file')
    const store = open()
    for (let time = 0; time < 10; time++) {
      store.add(texts(0, 1))
      expect(store.find(['key 0'])).toEqual(new Map())
    }
    expect(damages.length).toBeLessThan(5)
    expect(readFileSync(folder, 'utf8')).toBe('a file')
  })

  it('does not wait for one who writes for long, and loses nothing but the new texts', () => {
    const store = open()
    store.add(texts(0, 2))
    const other = new SqliteFile(file())
    other.exec('begin immediate')
    store.add(texts(2, 2))
    expect(store.find(texts(0, 4).keys())).toEqual(texts(0, 2))
    other.exec('rollback')
    other.close()
    store.add(texts(2, 2))
    expect(store.find(texts(0, 4).keys())).toEqual(texts(0, 4))
    expect(damages).toEqual([])
  })

  it('stays within its bound, and forgets the oldest first', () => {
    const bytesMax = 1024 * 1024
    const store = open('1', { bytesMax })
    for (let batch = 0; batch < 20; batch++) store.add(texts(batch * 200, 200, 500))
    const found = [...store.find(texts(0, 4000).keys()).keys()].map((key) => Number(key.slice(4)))
    // All from some age on, up to the newest.
    expect(found).toEqual(Array.from({ length: found.length }, (_, index) => 4000 - found.length + index))
    expect(found.length).toBeGreaterThan(500)
    store.close()
    expect(statSync(file()).size).toBeLessThan(bytesMax + 400_000)
  })

  it('reads as far as a journal goes that was half written', () => {
    const store = open()
    for (let batch = 0; batch < 5; batch++) store.add(texts(batch * 10, 10, 400))
    for (const length of [0, 20, 5_000, 20_000, 40_000]) {
      const copy = join(folder, '..', String(length))
      mkdirSync(copy)
      copyFileSync(file(), join(copy, '1.db'))
      writeFileSync(join(copy, '1.db-wal'), readFileSync(`${file()}-wal`).subarray(0, length))
      const half = openFactsStore({ folder: copy, version: '1' })
      const found = half.find(texts(0, 50).keys())
      expect([...found]).toEqual([...texts(0, found.size, 400)])
      half.add(texts(0, 50, 400))
      expect(half.find(texts(0, 50).keys())).toEqual(texts(0, 50, 400))
      half.close()
    }
  })

  it('is whole after its writer was killed at any moment', async () => {
    const script = `
      import { openFactsStore } from ${JSON.stringify(new URL('./facts-store.ts', import.meta.url).href)}
      const store = openFactsStore({ folder: process.argv[1], version: '1' }, { bytesMax: 2_000_000, onDamage: (error) => console.log('damage', error) })
      for (let from = Number(process.argv[2]); ; from += 50) {
        store.add(new Map(Array.from({ length: 50 }, (_, index) => ['key ' + (from + index), (from + index + ' ').padEnd(500, 'ü')])))
        console.log(from + 49)
      }`
    for (let round = 0; round < 5; round++) {
      const from = round * 1_000_000
      const writer = spawn(process.execPath, ['--input-type=module', '-e', script, folder, String(from)])
      let output = ''
      await new Promise<void>((resolve) => {
        writer.stdout.on('data', (chunk: Buffer) => {
          output += chunk.toString()
          if (output.split('\n').length > 3 + round * 7) writer.kill('SIGKILL')
        })
        writer.once('close', () => resolve())
      })
      const last = Number(output.split('\n').slice(0, -1).at(-1))
      const store = open()
      const expected = texts(last - 149, 150, 500)
      expect(store.find(expected.keys())).toEqual(expected)
      store.close()
    }
    expect(damages).toEqual([])
  }, 60_000)
})
