import { rewriteTargets } from '../../read/rewrite-targets.ts'
import { scanPage } from '../../read/scan-page.ts'
import type { EditableSite } from '../editable-site.ts'
import { plural } from '../outcome.ts'
import type { PageRule } from '../page-rules.ts'

/** Makes a rule for a site: `http:` becomes `https:` for hosts that the site itself links with `https:` elsewhere. */
export function secureLinks(site: EditableSite): PageRule {
  let hosts: Set<string> | null = null
  return (page, { path }) => {
    hosts ??= secureHosts(site)
    const left = new Map<string, number>()
    const { links, images } = scanPage(path, page)
    const lines = page.split('\n')
    const rewrites = [...links, ...images].flatMap(({ target, at }) => {
      const host = /^http:\/\/(?<host>[^/?#]+)/iu.exec(target)?.groups?.['host']?.toLowerCase()
      if (host === undefined) return []
      if (!hosts?.has(host)) left.set(host, (left.get(host) ?? 0) + 1)
      const written = lines[at.line - 1]?.slice(at.start, at.end) ?? ''
      return hosts?.has(host) && /^http:/iu.test(written) ? [{ at, target: written.replace(/^http:/iu, 'https:') }] : []
    })
    return {
      page: rewriteTargets(page, rewrites),
      changes: rewrites.length === 0 ? [] : [`${plural(rewrites.length, 'link')} made https`],
      left: [...left].map(([host, count]) => ({
        what: `${plural(count, 'http link')} to \`${host}\`, which the site nowhere links with https`,
      })),
    }
  }
}

function secureHosts(site: EditableSite): Set<string> {
  const hosts = new Set<string>()
  for (const path of site.pages()) {
    for (const [, host] of site.text(path).matchAll(/https:\/\/([^\s/?#"'<>()[\]`]+)/giu)) if (host) hosts.add(host.toLowerCase())
  }
  return hosts
}
