// Fastify:
//
//   app.register(countViews, { url: 'https://docwright.example.com', projectId: 'prj_…', key: process.env.DOCWRIGHT_KEY })
import { createViewSender } from './view-sender.mjs'

export async function countViews(app, docwright) {
  const sender = createViewSender(docwright)
  app.addHook('onResponse', async (request, reply) => {
    sender.add({
      target: request.url,
      // Fastify knows host and reader behind a proxy when `trustProxy` is set.
      protocol: request.protocol,
      host: request.host ?? request.hostname,
      method: request.method,
      status: reply.statusCode,
      ip: request.ip,
      headers: (name) => request.headers[name],
    })
  })
  app.addHook('onClose', () => sender.flush())
}

// A plugin's hooks are its own unless it says otherwise; these are for the whole app.
countViews[Symbol.for('skip-override')] = true
