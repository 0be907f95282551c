import { type Html, html } from '../html.ts'

/** As much of JSON Schema as our own descriptions use. */
export interface JsonSchema {
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

export interface Field {
  name: string
  type: string
  required: boolean
  description: string
}

export function renderFields(fields: readonly Field[]): Html {
  const rows = fields.map((field) => {
    const required = field.required && html` <span class="faint">required</span>`
    return html`<tr><td><code>${field.name}</code>${required}</td><td>${field.type}</td><td>${withCode(field.description)}</td></tr>`
  })
  return html`<div class="scroll" tabindex="0"><table class="fields"><thead><tr><th>Name</th><th>Type</th><th>Description</th></tr></thead><tbody>${rows}</tbody></table></div>`
}

/** Fields of fields follow their parent, with its name in front. */
export function toFields(schema: JsonSchema, prefix = ''): Field[] {
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

export function typeOf(schema: JsonSchema): string {
  if (schema.$ref) return nameOf(schema.$ref)
  if (schema.enum) return schema.enum.join(' | ')
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ')
  if (schema.items) return `array of ${typeOf(schema.items)}`
  return [schema.type ?? 'any'].flat().join(' or ')
}

/** A schema of its own is on the page of objects. */
export function renderType(schema: JsonSchema | undefined): Html {
  if (!schema) return html``
  const name = schema.$ref ? nameOf(schema.$ref) : null
  return name ? html`<a href="/docs/objects#${name}">${name}</a>` : html`${typeOf(schema)}`
}

export function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}

export function describe(description: string | undefined, schema: JsonSchema): string {
  const { minimum, maximum, minLength, maxLength } = schema
  const range =
    minimum !== undefined || maximum !== undefined
      ? ` From ${minimum ?? 'any'}${maximum === undefined ? '' : ` to ${maximum}`}.`
      : ''
  const length =
    minLength !== undefined || maxLength !== undefined
      ? ` ${minLength ?? 0} to ${maxLength?.toLocaleString('en') ?? 'any number of'} characters.`
      : ''
  const standard = schema.default === undefined ? '' : ` Default: \`${JSON.stringify(schema.default)}\`.`
  return `${description ?? ''}${range}${length}${standard}`.trim()
}

/** Text between backticks is code. */
export function withCode(text: string): Html[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
}
