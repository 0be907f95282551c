import { folderOf, isBelow, nameOf } from '../../lib/repository-path.ts'
import type { Site } from './site.ts'
import { withoutPageEnding } from './site-path.ts'
import type { Mount } from './site-settings.ts'

type Known = Pick<Site, 'mounts' | 'files' | 'folders'>

/**
 * The language that a page is a translation to, as the site names it (`fr`, `pt-BR`); null for a page in the language that is written
 * first, and on a site that has one language. It comes from the configuration of the generator, else from the usual names of folders
 * (`docs/fr/…` beside `docs/en/…`) and files (`page.fr.md` beside `page.md`).
 */
export function localeOf(site: Known, path: string): string | null {
  const mount = deepest(site.mounts, path, ({ locale }) => locale !== undefined)
  if (mount) return mount.locale!
  return localeOfName(site, path) ?? localeOfFolder(site, path)
}

/** The version of the product that a page describes (`3.1.1`); null for the one that is being written, and where there is only one. */
export function versionOf(site: Known, path: string): string | null {
  return deepest(site.mounts, path, ({ version }) => version !== undefined)?.version ?? null
}

/** True for a page that people write, as against one that is translated from it. */
export function isInFirstLanguage(site: Known, path: string): boolean {
  return localeOf(site, path) === null
}

/** True for a page of the version that is being written, as against a copy that was kept for a release. */
export function isInCurrentVersion(site: Known, path: string): boolean {
  return versionOf(site, path) === null
}

function deepest(mounts: readonly Mount[], path: string, accepts: (mount: Mount) => boolean): Mount | null {
  let found: Mount | null = null
  for (const mount of mounts)
    if (accepts(mount) && isBelow(path, mount.folder) && (!found || mount.folder.length > found.folder.length)) found = mount
  return found
}

function localeOfName({ files }: Known, path: string): string | null {
  const found = /\.([a-z]{2,3}(?:-[A-Za-z]{2,4})?)(\.(?:md|mdx|markdown))$/.exec(path)
  if (!found?.[1] || !isLanguage(found[1])) return null
  const bare = path.slice(0, found.index)
  return files.has(bare + found[2]) || files.has(`${bare}.en${found[2]}`) ? (found[1] === 'en' ? null : found[1]) : null
}

/** Names such as `it` and `no` are words, too, so one folder alone says nothing, and one of them must be of the first language. */
function localeOfFolder({ folders, files }: Known, path: string): string | null {
  const parts = folderOf(path).split('/')
  for (const [index, name] of parts.entries()) {
    if (name === 'en' || !isLanguage(name)) continue
    const above = parts.slice(0, index).join('/')
    const below = (sibling: string) => (above === '' ? sibling : `${above}/${sibling}`)
    if (folders.has(below('en')) || /(?:^|\/)(?:i18n|l10n|locales?|translations?)$/.test(above)) return name
    // The same page beside the folder of the language: `guide/start.md` and `fr/guide/start.md`.
    const twin = [...parts.slice(0, index), ...parts.slice(index + 1), nameOf(path)].join('/')
    const bare = withoutPageEnding(twin)
    if (['.md', '.mdx'].some((ending) => files.has(bare + ending))) return name
  }
  return null
}

const LANGUAGE = /^[a-z]{2,3}(?:[-_](?:[A-Z]{2}|[a-z]{2}|Han[st]|[A-Z][a-z]{3}))?$/

function isLanguage(name: string): boolean {
  if (!LANGUAGE.test(name)) return false
  try {
    return new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(name.replace('_', '-')) !== undefined
  } catch {
    return false
  }
}
