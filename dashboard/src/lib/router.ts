import { computed, signal } from '@preact/signals'

const address = signal(readAddress())

function readAddress(): string {
  return location.pathname + location.search
}

export const path = computed(() => new URL(address.value, location.origin).pathname.replace(/(.)\/+$/, '$1'))
export const query = computed(() => new URL(address.value, location.origin).searchParams)

addEventListener('popstate', () => (address.value = readAddress()))

/** Goes to a page of the dashboard. Whoever looks at it starts at its top; a screen reader at its heading. */
export function navigate(to: string, how: 'push' | 'replace' = 'push'): void {
  const before = path.value
  if (how === 'push') history.pushState(null, '', to)
  else history.replaceState(null, '', to)
  address.value = readAddress()
  if (path.value === before) return
  scrollTo(0, 0)
  requestAnimationFrame(() => document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true }))
}

/** Changes the part of the address behind `?`, where a page keeps what is filtered, so that a reload and a link keep it, too. */
export function setQuery(change: Record<string, string | null>): void {
  navigate(withQuery(change), 'replace')
}

/** The address of this page with another part behind `?`. */
export function withQuery(change: Record<string, string | null>): string {
  const next = new URLSearchParams(query.value)
  for (const [name, value] of Object.entries(change)) {
    if (value === null || value === '') next.delete(name)
    else next.set(name, value)
  }
  const text = next.toString()
  return path.value + (text ? `?${text}` : '')
}

/** The values of a pattern such as `/projects/:id/jobs`, or null when the path is another one. */
export function match(pattern: string, actual: string): Record<string, string> | null {
  const [wanted, parts] = [pattern.split('/'), actual.split('/')]
  if (wanted.length !== parts.length) return null
  const values: Record<string, string> = {}
  for (const [index, word] of wanted.entries()) {
    const part = parts[index]!
    if (word.startsWith(':')) {
      const value = decode(part)
      if (value === null || value === '') return null
      values[word.slice(1)] = value
    } else if (word !== part) return null
  }
  return values
}

function decode(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

export const paths = {
  projects: '/projects',
  newProject: '/projects/new',
  people: '/people',
  account: '/account',
  signIn: '/sign-in',
  overview: (projectId: string) => `/projects/${encodeURIComponent(projectId)}/overview`,
  audit: (projectId: string) => `/projects/${encodeURIComponent(projectId)}/audit`,
  jobs: (projectId: string) => `/projects/${encodeURIComponent(projectId)}/jobs`,
  job: (projectId: string, jobId: string) => `/projects/${encodeURIComponent(projectId)}/jobs/${encodeURIComponent(jobId)}`,
  readers: (projectId: string) => `/projects/${encodeURIComponent(projectId)}/readers`,
  misses: (projectId: string) => `/projects/${encodeURIComponent(projectId)}/misses`,
  unread: (projectId: string) => `/projects/${encodeURIComponent(projectId)}/unread`,
  keys: (projectId: string) => `/projects/${encodeURIComponent(projectId)}/keys`,
  settings: (projectId: string) => `/projects/${encodeURIComponent(projectId)}/settings`,
}
