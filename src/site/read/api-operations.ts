/** A larger description is not read; what pages say of it then is not judged. */
const CHARACTERS_MAX = 8 * 1024 * 1024

const METHODS = 'get|put|post|delete|options|head|patch|trace'

/**
 * The operations of an OpenAPI description, as `GET /users`; null when it isn't one, or cannot be read. YAML is read by its
 * indentation alone: descriptions have megabytes, and nothing but the names of paths and methods counts.
 */
export function apiOperations(path: string, text: string): ReadonlySet<string> | null {
  if (text.length > CHARACTERS_MAX) return null
  return path.endsWith('.json') ? fromJson(text) : fromYaml(text)
}

function fromJson(text: string): ReadonlySet<string> | null {
  try {
    const { paths, webhooks } = JSON.parse(text) as { paths?: Record<string, object>; webhooks?: Record<string, object> }
    if (typeof paths !== 'object' && typeof webhooks !== 'object') return null
    const found = new Set<string>()
    for (const [route, item] of Object.entries(paths ?? {}))
      for (const method of Object.keys(item ?? {}))
        if (METHODS.split('|').includes(method)) found.add(`${method.toUpperCase()} ${route}`)
    for (const name of Object.keys(webhooks ?? {})) found.add(`WEBHOOK ${name}`)
    return found
  } catch {
    return null
  }
}

function fromYaml(text: string): ReadonlySet<string> | null {
  const found = new Set<string>()
  let section: string | null = null
  let route: { name: string; indent: number } | null = null
  for (const line of text.split('\n')) {
    const [, lead = '', key = ''] = /^([ ]{0,40})(?:["']?)([^\s"'#][^"'\n]{0,500}?)["']?[ ]*:(?:[ \r]|$)/.exec(line) ?? []
    if (key === '') continue
    if (lead === '') {
      section = key
      route = null
    } else if (section === 'webhooks' && (route === null || lead.length <= route.indent)) {
      route = { name: key, indent: lead.length }
      found.add(`WEBHOOK ${key}`)
    } else if (section === 'paths' && key.startsWith('/') && (route === null || lead.length <= route.indent)) {
      route = { name: key, indent: lead.length }
    } else if (section === 'paths' && route && lead.length > route.indent && new RegExp(`^(?:${METHODS})$`).test(key)) {
      found.add(`${key.toUpperCase()} ${route.name}`)
    }
  }
  return found.size > 0 ? found : null
}

/** An operation as pages and navigation name it, apart from the file before it; null for what isn't one. */
export function readOperation(name: string): { file: string | null; operation: string } | null {
  const found = /^(?:(\S+\.(?:json|ya?ml))\s+)?(webhook|[A-Za-z]+)\s+(\S.*)$/i.exec(name.trim())
  if (!found?.[2] || !found[3] || !new RegExp(`^(?:${METHODS}|webhook)$`, 'i').test(found[2])) return null
  return { file: found[1] ?? null, operation: `${found[2].toUpperCase()} ${found[3].trim()}` }
}
