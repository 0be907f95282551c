// Express, Connect, Polka, and everything else that takes (request, response, next):
//
//   app.use(countViews({ url: 'https://docwright.example.com', projectId: 'prj_…', key: process.env.DOCWRIGHT_KEY }))
import { createViewSender } from './view-sender.mjs'

export function countViews(docwright) {
  const sender = createViewSender(docwright)
  const middleware = (request, response, next) => {
    // Read now: routers change the address while a request passes through them.
    const path = request.originalUrl ?? request.url
    response.on('finish', () =>
      sender.add({
        path,
        method: request.method,
        status: response.statusCode,
        // Express knows the reader behind a proxy when `trust proxy` is set.
        ip: request.ip ?? request.socket.remoteAddress,
        headers: (name) => request.headers[name],
      }),
    )
    next()
  }
  return Object.assign(middleware, { flush: sender.flush })
}
