import type { OpenApi } from '../../schemas/openapi.ts'
import { type Html, html } from '../html.ts'
import { type JsonSchema, renderFields, toFields, withCode } from './json-schema.ts'
import type { Route } from './reference.ts'

/** What holds for all operations, and the list of them. */
export function renderOverview(api: OpenApi, routes: readonly Route[]): Html {
  const groups = [...new Set(routes.map(({ group }) => group))]
  return html`<h1>API reference</h1>
<p>${withCode(api.info.description)} <a href="/openapi.json">openapi.json</a> describes the same for programs, and <code>client/</code> in the repository has a TypeScript client.</p>
<h2>Authentication</h2>
<p>Create a key on the <em>API keys</em> page of the project, or with <code>docwright key create</code>. Send it with every request. Keep it on your servers: it is a secret.</p>
<pre tabindex="0"><code>Authorization: Bearer dw_…</code></pre>
<p>The project id is on the same page. The samples in this reference read three variables:</p>
<pre tabindex="0"><code>export DOCWRIGHT_URL=http://127.0.0.1:8080
export PROJECT_ID=prj_…
export DOCWRIGHT_KEY=dw_…</code></pre>
<h2>Errors</h2>
<p>Errors are JSON, as RFC 9457 defines (<code>application/problem+json</code>). <code>code</code> is for programs, <code>detail</code> for people, and <code>type</code> links to the cause and the remedy: <a href="/guide/errors">all errors</a>.</p>
<h2>Rate limits</h2>
<p>Each project can create 100 jobs and send 100 messages in any rolling hour, and read analytics 1,000 times a minute. Above that, the answer is 429. <code>Retry-After</code> says how long to wait.</p>
<h2>Safe retries</h2>
<p>Send an <code>Idempotency-Key</code> header when you create a job or send a message. If you repeat the request with the same key, you get the first answer again instead of a second job.</p>
<h2>Operations</h2>
${groups.map(
  (group) =>
    html`<h3>${group}</h3><ul>${routes
      .filter((route) => route.group === group)
      .map(
        ({ href, method, operation }) =>
          html`<li><a href="${href}">${operation.summary}</a> <span class="faint">${method}</span></li>`,
      )}</ul>`,
)}
<p class="faint">Docwright ${api.info.version}</p>`
}

/** The objects that several operations take or return. */
export function renderObjects(api: OpenApi): Html {
  return html`<h1>Objects</h1>
${Object.entries(api.components.schemas).map(([name, schema]) => {
  const { description = '' } = schema as JsonSchema
  return html`<h2 id="${name}">${name}</h2><p>${withCode(description)}</p>${renderFields(toFields(schema as JsonSchema))}`
})}`
}
