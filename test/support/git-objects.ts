import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createDeflate, deflateSync } from 'node:zlib'

/** Objects as a hostile program would make them: git's own commands refuse most of these. */
export interface RawObject {
  type: 'commit' | 'tree' | 'blob'
  body: Buffer
  /** The compressed body, for one that is too large to hold. */
  packed?: Buffer
  size?: number
}

const TYPE_NUMBERS = { commit: 1, tree: 2, blob: 3 }

export function idOf({ type, body }: RawObject): string {
  return createHash('sha1').update(`${type} ${body.length}\0`).update(body).digest('hex')
}

export interface RawEntry {
  mode: string
  name: string | Buffer
  id: string
}

/** In the order given, with the names given. */
export function rawTree(entries: RawEntry[]): RawObject {
  const parts = entries.flatMap(({ mode, name, id }) => [
    Buffer.from(`${mode} `),
    Buffer.from(name),
    Buffer.from([0]),
    Buffer.from(id, 'hex'),
  ])
  return { type: 'tree', body: Buffer.concat(parts) }
}

export function rawCommit(tree: string, message = 'Hostile\n', parents: string[] = []): RawObject {
  const person = 'Mallory <mallory@example.com> 1790000000 +0000'
  const lines = [`tree ${tree}`, ...parents.map((id) => `parent ${id}`), `author ${person}`, `committer ${person}`, '', message]
  return { type: 'commit', body: Buffer.from(lines.join('\n')) }
}

export function rawBlob(body: string | Buffer): RawObject {
  return { type: 'blob', body: Buffer.from(body) }
}

/** Zeros without end compress to a thousandth. The id is that of the zeros. */
export async function zeroBlob(bytes: number): Promise<{ object: RawObject; id: string }> {
  const chunk = Buffer.alloc(1024 * 1024)
  const hash = createHash('sha1').update(`blob ${bytes}\0`)
  const deflate = createDeflate({ level: 1 })
  const parts: Buffer[] = []
  deflate.on('data', (part: Buffer) => parts.push(part))
  for (let done = 0; done < bytes; done += chunk.length) {
    hash.update(chunk)
    await new Promise((resolve) => deflate.write(chunk, resolve))
  }
  deflate.end()
  await once(deflate, 'end')
  return { object: { type: 'blob', body: Buffer.alloc(0), packed: Buffer.concat(parts), size: bytes }, id: hash.digest('hex') }
}

/** A pack of these objects, for `git index-pack`. */
export function packOf(objects: RawObject[]): Buffer {
  const header = Buffer.alloc(12)
  header.write('PACK')
  header.writeUInt32BE(2, 4)
  header.writeUInt32BE(objects.length, 8)
  const parts: Buffer[] = [header]
  for (const { type, body, packed, size = body.length } of objects)
    parts.push(objectHeader(TYPE_NUMBERS[type], size), packed ?? deflateSync(body, { level: 1 }))
  const pack = Buffer.concat(parts)
  return Buffer.concat([pack, createHash('sha1').update(pack).digest()])
}

function objectHeader(type: number, size: number): Buffer {
  const bytes: number[] = []
  let byte = (type << 4) | (size & 15)
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.push(byte | 0x80)
    byte = rest & 0x7f
  }
  return Buffer.from([...bytes, byte])
}
