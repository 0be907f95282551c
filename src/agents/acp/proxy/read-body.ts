import type { IncomingMessage } from 'node:http'

/** Bytes that may be held at once, by all that share the room. */
export interface Room {
  /** False when there is not enough left; nothing is taken then. */
  take(bytes: number): boolean
  free(bytes: number): void
}

export function createRoom(bytesMax: number): Room {
  let held = 0
  return {
    take: (bytes) => {
      if (held + bytes > bytesMax) return false
      held += bytes
      return true
    },
    free: (bytes) => {
      held -= bytes
    },
  }
}

/** A body, with the bytes of the room that it takes; or why it is not read. */
export type Body = { text: string; bytes: number } | { refusal: 'too-large' | 'no-room' | 'too-slow' }

/**
 * Reads the body of a request. It is answered as soon as it is known that it will not be read to its end: a program may send a part
 * of it and then nothing more, as often as it likes.
 */
export function readBody(request: IncomingMessage, bytesMax: number, room: Room, late: Promise<void>): Promise<Body> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    let isOver = false
    const refuse = (refusal: 'too-large' | 'no-room' | 'too-slow') => {
      if (isOver) return
      isOver = true
      room.free(bytes)
      chunks.length = 0
      resolve({ refusal })
    }
    request.on('data', (chunk: Buffer) => {
      // What comes after a refusal is let go, so that the one who sends it gets to read the answer.
      if (isOver) return
      if (bytes + chunk.length > bytesMax) return refuse('too-large')
      if (!room.take(chunk.length)) return refuse('no-room')
      bytes += chunk.length
      chunks.push(chunk)
    })
    request.on('end', () => {
      if (isOver) return
      isOver = true
      resolve({ text: Buffer.concat(chunks).toString('utf8'), bytes })
    })
    request.on('close', () => {
      if (isOver) return
      refuse('too-slow')
      reject(new Error('the request was cut off'))
    })
    request.on('error', () => undefined)
    void late.then(() => refuse('too-slow'))
  })
}
