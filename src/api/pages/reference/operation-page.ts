import type { DescribedAnswer, OpenApi } from '../../schemas/openapi.ts'
import { type Html, html } from '../html.ts'
import type { Example } from './examples.ts'
import { type JsonSchema, describe, nameOf, renderFields, renderType, toFields, typeOf, withCode } from './json-schema.ts'
import type { Route } from './reference.ts'
import { samplesOf } from './samples.ts'

/** Everything about one operation, from the description that programs read and from an example that a test has run. */
export function renderOperation(api: OpenApi, route: Route, example: Example | null): Html {
  const { path, method, operation } = route
  const parameters = (operation.parameters ?? []).map((parameter) => ({
    name: parameter.name,
    type: `${typeOf(parameter.schema as JsonSchema)}, in ${parameter.in}`,
    required: parameter.required,
    description: describe(parameter.description, parameter.schema as JsonSchema),
  }))
  const body = bodyOf(route)
  return html`<div class="operation"><div>
<h1>${operation.summary}</h1>
<p class="address"><span class="method">${method}</span><code>${path}</code></p>
<p>${withCode(operation.description)}</p>
<p class="faint">${describeAccess(route)}</p>
${parameters.length > 0 && html`<h2>Parameters</h2>${renderFields(parameters)}`}
${body && html`<h2>Body</h2>${body.properties ? renderFields(toFields(body)) : html`<p>${renderType(body)}</p>`}`}
<h2>Responses</h2>
<div class="scroll" tabindex="0"><table class="fields answers"><thead><tr><th>Status</th><th>Meaning</th><th>Body</th></tr></thead><tbody>${Object.entries(operation.responses).map(([status, answer]) => renderAnswer(status, '$ref' in answer ? api.components.responses[nameOf(answer.$ref)]! : answer))}</tbody></table></div>
<p>Every error has a <code>code</code>. <a href="/guide/errors">Errors</a> lists all codes with cause and remedy.</p>
${renderTry(route, example)}
</div><aside class="samples" aria-label="Samples">
<h2>Request</h2>
${renderSamples(route, example)}
${
  example &&
  html`<h2>Response</h2>
<p><code>${example.status}</code>, from a test run:</p>
${example.answer === undefined ? html`<p class="faint">No body.</p>` : html`<pre tabindex="0"><code>${typeof example.answer === 'string' ? example.answer : JSON.stringify(example.answer, null, 2)}</code></pre>`}`
}
</aside></div>`
}

function bodyOf({ operation }: Route): JsonSchema | undefined {
  const { content = {} } = (operation.requestBody ?? {}) as { content?: Record<string, { schema: JsonSchema }> }
  return content['application/json']?.schema
}

function describeAccess({ operation: { security } }: Route): string {
  const ways = security.flatMap((way) => Object.keys(way))
  if (ways.length === 0) return 'No key needed.'
  if (!ways.includes('session')) return 'Needs an admin key.'
  return ways.includes('adminKey') ? 'Needs an admin key, or a signed-in user.' : 'For signed-in users: API keys don’t work here.'
}

/** One of three at a time, without a script. */
function renderSamples(route: Route, example: Example | null): Html {
  const samples = samplesOf(route, example)
  const id = route.operation.operationId
  const choices = samples.map(
    ({ language }, index) =>
      html`<input type="radio" name="${id}" id="${id}-${index}" class="t${index + 1}"${index === 0 && html` checked`}><label for="${id}-${index}">${language}</label>`,
  )
  const codes = samples.map(
    ({ code }, index) => html`<div class="sample s${index + 1}"><pre tabindex="0"><code>${code}</code></pre></div>`,
  )
  return html`<fieldset class="tabs"><legend class="hidden">Language</legend>${choices}${codes}</fieldset>`
}

function renderAnswer(status: string, answer: DescribedAnswer): Html {
  const types = Object.entries(answer.content ?? {})
  const bodies = types.map(([type, { schema }]) =>
    types.length === 1
      ? renderType(schema as JsonSchema)
      : html`<div>${renderType(schema as JsonSchema)} as <code>${type}</code></div>`,
  )
  return html`<tr><td><code>${status}</code></td><td>${withCode(answer.description)}</td><td>${bodies}</td></tr>`
}

/** Shown by the script once it knows that the reader is signed in. */
function renderTry({ path, method, operation }: Route, example: Example | null): Html {
  const isSession = operation.security.length === 0 || operation.security.some((way) => 'session' in way)
  if (!isSession) return html``
  const inputs = (operation.parameters ?? [])
    .filter(({ in: place }) => place !== 'header')
    .map(
      ({ name, in: place, required }) =>
        html`<label for="try-${name}">${name}${required && html` <span class="faint">required</span>`}</label><input id="try-${name}" name="${place}:${name}" autocomplete="off"${required && html` required`}>`,
    )
  const takesJson = operation.requestBody !== undefined
  const body = example?.body === undefined ? '{}' : JSON.stringify(example.body, null, 2)
  return html`<h2>Try it</h2>
<p class="try-signed-out"><a href="/sign-in">Sign in</a> to send requests from this page.</p>
<form class="try" hidden data-method="${method}" data-path="${path}">
<p class="faint">Sends a real request to this server, with your session.</p>
${inputs}
${takesJson && html`<label for="try-body">Body</label><textarea id="try-body" name="body" rows="8" spellcheck="false">${body}</textarea>`}
<button class="button main">Send request</button>
<output aria-live="polite"></output>
</form>`
}
