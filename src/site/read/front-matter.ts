import { isScalar } from 'yaml'
import { findFrontMatter } from '../../markdown/front-matter.ts'
import type { FrontMatter } from './page-facts.ts'
import { readYaml, yamlFields, yamlTexts } from './read-yaml.ts'
import { isExternal } from './site-path.ts'

const NONE: FrontMatter = {
  status: 'none',
  error: null,
  errorLine: null,
  endLine: 0,
  title: null,
  id: null,
  routes: [],
  redirectsFrom: [],
  isGenerated: false,
  operation: null,
}

const ROUTE_FIELDS = ['slug', 'permalink', 'url']
const REDIRECT_FIELDS = ['redirect_from', 'redirect_froms', 'aliases', 'redirects']
const GENERATED_FIELDS = ['openapi', 'asyncapi', 'api', 'openapi-schema']

/** Real front matter has a few hundred characters. More is data that someone else checks, and YAML takes long to read. */
export const FRONT_MATTER_CHARACTERS_MAX = 16 * 1024

/** Reads YAML front matter. TOML (`+++`) is stepped over, since only Hugo has it and nothing here depends on its fields. */
export function readFrontMatter(text: string): FrontMatter {
  const found = findFrontMatter(text)
  if (!found) return NONE
  const endLine = countLines(text.slice(0, found.end))
  if (found.mark === '+++') return { ...NONE, endLine }
  return { ...readFields(text.slice(found.inner.start, found.inner.end)), endLine }
}

function countLines(text: string): number {
  return text.split('\n').length
}

function readFields(source: string): FrontMatter {
  const valid: FrontMatter = { ...NONE, status: 'valid' }
  // Templates are filled in before anything reads them as YAML.
  if (/\{\{|\{%/.test(source) || source.length > FRONT_MATTER_CHARACTERS_MAX) return valid
  const { contents, anchors, fault } = readYaml(source)
  if (fault) return invalid(fault.message, countLines(source.slice(0, fault.offset)) + 1)
  if (contents === null || (isScalar(contents) && contents.value === null)) return valid
  const fields = yamlFields(contents)
  if (!fields) return invalid('It is not a list of fields.', 2)
  const textsOf = (name: string) => yamlTexts(fields.get(name), anchors)
  return {
    ...valid,
    title: textsOf('title')[0] ?? null,
    id: textsOf('id')[0] ?? null,
    routes: ROUTE_FIELDS.flatMap(textsOf).filter((route) => !isExternal(route)),
    redirectsFrom: REDIRECT_FIELDS.flatMap(textsOf),
    operation: textsOf('openapi')[0] ?? null,
    isGenerated: GENERATED_FIELDS.some((name) => isGiven(fields.get(name))),
  }
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && !(isScalar(value) && value.value === null)
}

function invalid(error: string, errorLine: number): FrontMatter {
  return { ...NONE, status: 'invalid', error: error.split('\n')[0]!, errorLine }
}
