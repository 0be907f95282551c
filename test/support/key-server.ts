import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Signer } from './sign-request.ts'

/** A key directory on this machine. Every path has the same keys; a path with `silent` in it never answers. */
export interface KeyServer {
  url: string
  /** The paths that were asked for. */
  asked: string[]
  stop(): Promise<void>
}

export async function startKeyServer(...signers: Signer[]): Promise<KeyServer> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url!)
    if (request.url!.includes('silent')) return
    response.setHeader('content-type', 'application/http-message-signatures-directory+json')
    response.end(JSON.stringify({ keys: signers.map(({ jwk }) => jwk) }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
