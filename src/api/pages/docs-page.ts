import type { DescribedAnswer, OpenApi, Operation } from '../schemas/openapi.ts'
import { type Html, html } from './html.ts'

interface Field {
  name: string
  type: string
  required: boolean
  description: string
}

interface Route {
  path: string
  method: string
  operation: Operation
}

type Shared = OpenApi['components']['responses']

interface JsonSchema {
  $ref?: string
  type?: string | string[]
  enum?: string[]
  anyOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  description?: string
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}

/** The description as a page. It is made from the same document that programs read, so it cannot say anything else. */
export function renderDocs(api: OpenApi): Html {
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  return html`<main>
<p class="faint">Docwright ${api.info.version}</p>
<h1>API</h1>
<p>${withCode(api.info.description)} <a href="/openapi.json">openapi.json</a> describes the same for programs.</p>
<nav aria-label="Routes"><ul>${operations.map(({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`)}</ul></nav>
${api.tags.map((tag) =>
  renderTag(
    tag,
    operations.filter(({ operation }) => operation.tags.includes(tag.name)),
    api.components.responses,
  ),
)}
<section><h2>Objects</h2>
${Object.entries(api.components.schemas).map(([name, schema]) => renderSchema(name, schema as JsonSchema))}
</section>
</main>`
}

function renderTag(tag: OpenApi['tags'][number], operations: Route[], shared: Shared): Html {
  return html`<section>
<h2>${tag.name}</h2>
<p>${withCode(tag.description)}</p>
${operations.map((route) => renderOperation(route, shared))}
</section>`
}

function renderSchema(name: string, schema: JsonSchema): Html {
  return html`<article class="route" id="schema-${name}">
<h3>${name}</h3>
<p>${withCode(schema.description ?? '')}</p>
${renderFields(toFields(schema))}
</article>`
}

function renderOperation({ path, method, operation }: Route, shared: Shared): Html {
  const body = (operation.requestBody as { content: Record<string, { schema: JsonSchema }> } | undefined)?.content[
    'application/json'
  ]?.schema
  const parameters = (operation.parameters ?? []).map((parameter) => ({
    name: parameter.name,
    type: `${typeOf(parameter.schema as JsonSchema)}, in ${parameter.in}`,
    required: parameter.required,
    description: describe(parameter.description, parameter.schema as JsonSchema),
  }))
  return html`<article class="route" id="${operation.operationId}">
<h3><span class="method">${method}</span><code>${path}</code></h3>
<p><strong>${operation.summary}${/[.?!]$/.test(operation.summary) ? '' : '.'}</strong> ${withCode(operation.description)}</p>
${parameters.length > 0 && html`<h4>Parameters</h4>${renderFields(parameters)}`}
${body && html`<h4>Body</h4>${body.properties ? renderFields(toFields(body)) : html`<p>${renderType(body)}</p>`}`}
<h4>Answers</h4>
<div class="scroll"><table class="fields answers"><tbody>${Object.entries(operation.responses).map(([status, answer]) => renderAnswer(status, '$ref' in answer ? shared[nameOf(answer.$ref)]! : answer))}</tbody></table></div>
</article>`
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

function renderFields(fields: Field[]): Html {
  const rows = fields.map((field) => {
    const required = field.required && html` <span class="faint">required</span>`
    return html`<tr><td><code>${field.name}</code>${required}</td><td>${field.type}</td><td>${withCode(field.description)}</td></tr>`
  })
  return html`<div class="scroll"><table class="fields"><thead><tr><th>Name</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${rows}</tbody></table></div>`
}

/** Fields of fields follow their parent, with the whole way in front. */
function toFields(schema: JsonSchema, prefix = ''): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const nested = property.properties
      ? property
      : property.items?.properties
        ? property.items
        : property.anyOf?.find((option) => option.properties)
    const path = `${prefix}${name}${property.items?.properties ? '[]' : ''}`
    return [
      {
        name: path,
        type: typeOf(property),
        required: schema.required?.includes(name) ?? false,
        description: describe(property.description, property),
      },
      ...(nested ? toFields(nested, `${path}.`) : []),
    ]
  })
}

function typeOf(schema: JsonSchema): string {
  if (schema.$ref) return nameOf(schema.$ref)
  if (schema.enum) return schema.enum.join(' | ')
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ')
  if (schema.items) return `array of ${typeOf(schema.items)}`
  return [schema.type ?? 'any'].flat().join(' or ')
}

function renderType(schema: JsonSchema | undefined): Html {
  if (!schema) return html``
  const name = schema.$ref ? nameOf(schema.$ref) : null
  return name ? html`<a href="#schema-${name}">${name}</a>` : html`${typeOf(schema)}`
}

function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}

function describe(description: string | undefined, schema: JsonSchema): string {
  const { minimum, maximum, minLength, maxLength } = schema
  const range =
    minimum !== undefined || maximum !== undefined
      ? ` From ${minimum ?? 'any'}${maximum === undefined ? '' : ` to ${maximum}`}.`
      : ''
  const length =
    minLength !== undefined || maxLength !== undefined
      ? ` ${minLength ?? 0} to ${maxLength?.toLocaleString('en') ?? 'any number of'} characters.`
      : ''
  const standard = schema.default === undefined ? '' : ` Default ${JSON.stringify(schema.default)}.`
  return `${description ?? ''}${range}${length}${standard}`
}

/** Text between back-ticks is code. */
function withCode(text: string): Html[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
}
