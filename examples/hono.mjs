// Hono on Node, Bun or Deno:
//
//   app.use(countViews({ url: 'https://docwright.example.com', projectId: 'prj_…', key: process.env.DOCWRIGHT_KEY }))
import { createViewSender } from './view-sender.mjs'

export function countViews(docwright) {
  const sender = createViewSender(docwright)
  const middleware = async (context, next) => {
    await next()
    const { raw } = context.req
    sender.add({
      target: raw.url,
      method: raw.method,
      status: context.res.status,
      // Set by the proxy in front. With @hono/node-server: context.env.incoming.socket.remoteAddress.
      ip: raw.headers.get('x-real-ip') ?? context.env?.incoming?.socket?.remoteAddress,
      headers: (name) => raw.headers.get(name),
    })
  }
  return Object.assign(middleware, { flush: sender.flush })
}
