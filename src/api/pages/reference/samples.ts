import type { Example } from './examples.ts'
import type { Route } from './reference.ts'

/** The same request for a shell, TypeScript and Python. `$…` and names in capitals are for the reader to fill in. */
export interface Sample {
  language: string
  code: string
}

/** What a sample sends: what the example of a test run sent, or only the address. */
interface Sent {
  method: string
  path: string
  body: unknown
  type: string | null
  needsKey: boolean
}

export function samplesOf(route: Route, example: Example | null): Sample[] {
  const sent: Sent = {
    method: route.method,
    path: withVariables(route.path) + (example?.query ?? ''),
    body: example?.body,
    type: example?.type ?? null,
    needsKey: route.operation.security.some((way) => 'adminKey' in way),
  }
  return [
    { language: 'curl', code: curl(sent) },
    { language: 'TypeScript', code: typeScript(sent) },
    { language: 'Python', code: python(sent) },
  ]
}

/** `{projectId}` becomes `$PROJECT_ID`, the variable that the guide sets. */
function withVariables(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${toVariable(name, path)}`)
}

function toVariable(name: string, path: string): string {
  if (name === 'id' && path.startsWith('/v2/agent/')) return 'JOB_ID'
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
}

function curl({ method, path, body, type, needsKey }: Sent): string {
  const lines = [`curl -fsS${method === 'GET' ? '' : ` -X ${method}`} "$DOCWRIGHT_URL${path}"`]
  if (needsKey) lines.push(`-H "Authorization: Bearer $DOCWRIGHT_KEY"`)
  if (type) lines.push(`-H 'Content-Type: ${type}'`)
  if (body !== undefined) lines.push(`-d '${JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`)}'`)
  return lines.join(' \\\n  ')
}

function typeScript({ method, path, body, type, needsKey }: Sent): string {
  const address = path.replaceAll(/\$([A-Z_]+)/g, (_, name: string) => `\${process.env.${name}}`)
  const headers = [
    ...(needsKey ? ['Authorization: `Bearer ${process.env.DOCWRIGHT_KEY}`'] : []),
    ...(type ? [`'Content-Type': '${type}'`] : []),
  ]
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length > 0 ? [`  headers: { ${headers.join(', ')} },`] : []),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indent(JSON.stringify(body, null, 2))}),`]),
  ]
  const call = `const response = await fetch(\`\${process.env.DOCWRIGHT_URL}${address}\``
  const whole = options.length > 0 ? `${call}, {\n${options.join('\n')}\n})` : `${call})`
  return `${whole}\nif (!response.ok) throw new Error(await response.text())\nconsole.log(await response.json())`
}

function python({ method, path, body, needsKey }: Sent): string {
  const address = path.replaceAll(/\$([A-Z_]+)/g, (_, name: string) => `{os.environ['${name}']}`)
  const lines = [
    'import os, requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    `    f"{os.environ['DOCWRIGHT_URL']}${address}",`,
    ...(needsKey ? [`    headers={"Authorization": f"Bearer {os.environ['DOCWRIGHT_KEY']}"},`] : []),
    ...(body === undefined ? [] : [`    json=${toPython(body, 4)},`]),
    ')',
    'response.raise_for_status()',
    'print(response.json())',
  ]
  return lines.join('\n')
}

function toPython(value: unknown, depth: number): string {
  const space = ' '.repeat(depth)
  if (Array.isArray(value)) return `[${value.map((item) => toPython(item, depth)).join(', ')}]`
  if (value !== null && typeof value === 'object') {
    const rows = Object.entries(value).map(([key, item]) => `${space}    ${JSON.stringify(key)}: ${toPython(item, depth + 4)},`)
    return rows.length === 0 ? '{}' : `{\n${rows.join('\n')}\n${space}}`
  }
  if (value === true) return 'True'
  if (value === false) return 'False'
  return value === null ? 'None' : JSON.stringify(value)
}

function indent(text: string): string {
  return text.replaceAll('\n', '\n  ')
}
