// Express, Connect, Polka, and everything else that takes (request, response, next):
//
//   app.use(countViews({ url: 'https://docwright.example.com', projectId: 'prj_…', key: process.env.DOCWRIGHT_KEY }))
import { createViewSender } from './view-sender.mjs'

export function countViews(docwright) {
  const sender = createViewSender(docwright)
  const middleware = (request, response, next) => {
    // Read now: routers change the address while a request passes through them.
    const target = request.originalUrl ?? request.url
    response.on('finish', () =>
      sender.add({
        target,
        // Express knows host and reader behind a proxy when `trust proxy` is set.
        protocol: request.protocol,
        host: request.hostname ?? request.headers.host,
        method: request.method,
        status: response.statusCode,
        ip: request.ip ?? request.socket.remoteAddress,
        headers: (name) => request.headers[name],
      }),
    )
    next()
  }
  return Object.assign(middleware, { flush: sender.flush })
}
