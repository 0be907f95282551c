// `npm run check`: the sentences that people read. Rules for words (scripts/prose/rules.ts) hold everywhere; README and guide must also be
// easy to read.
import { readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { gradeOf, proseOf } from './prose/readability.ts'
import { findTurns } from './prose/rules.ts'

const ROOT = join(import.meta.dirname, '..')

/** As newspapers write. */
const GRADE_MAX = 9

/** Where texts for people stand in the code. Decisions and the agents' own sentences are other people's. */
const CODE = [
  'src/cli',
  'src/api',
  'src/jobs',
  'src/people',
  'src/keys',
  'src/projects',
  'src/secrets',
  'src/pull-requests',
  'src/codehosts',
  'src/database',
  'src/config',
  'src/git',
  'src/analytics',
  'src/agents/model',
  'src/agents/models',
  'src/agents/acp',
  'src/policy',
  'src/lib',
  'src/wiring',
  'client',
  'dashboard/src',
]

interface Text {
  file: string
  line: number
  text: string
}

const guide = [
  'README.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]
const pages = [...guide, 'SECURITY.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'ARCHITECTURE.md']

const texts = [...pages.flatMap(readPage), ...readDescription(), ...CODE.flatMap(readCode)]
const problems = texts.flatMap(({ file, line, text }) =>
  findTurns(text).map(({ found, advice }) => `${file}:${line}  “${found}”: ${advice}`),
)
for (const file of guide) {
  const grade = gradeOf(proseOf(readFileSync(join(ROOT, file), 'utf8')))
  if (grade > GRADE_MAX) problems.push(`${file}  grade ${grade.toFixed(1)} is above ${GRADE_MAX}: shorten sentences and words`)
}
if (process.argv.includes('--grades'))
  for (const file of guide)
    console.log(
      gradeOf(proseOf(readFileSync(join(ROOT, file), 'utf8')))
        .toFixed(1)
        .padStart(5),
      file,
    )
for (const problem of problems) console.log(problem)
if (problems.length > 0) process.exitCode = 1

/** Without code, which says what programs say. */
function readPage(file: string): Text[] {
  let isCode = false
  return readFileSync(join(ROOT, file), 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      if (line.startsWith('```')) isCode = !isCode
      return isCode ? [] : [{ file, line: index + 1, text: line.replaceAll(/`[^`]*`|"[^"]*"|“[^”]*”/g, 'x') }]
    })
}

function readDescription(): Text[] {
  const found: Text[] = []
  const visit = (value: unknown, place: string): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, item] of Object.entries(value)) {
      if ((key === 'summary' || key === 'description') && typeof item === 'string')
        found.push({ file: `openapi.json ${place}`, line: 0, text: item.replaceAll(/`[^`]*`/g, 'x') })
      else visit(item, place.length < 80 ? `${place}/${key}` : place)
    }
  }
  visit(JSON.parse(readFileSync(join(ROOT, 'openapi.json'), 'utf8')), '')
  return found
}

/** Strings with at least three words, outside of comments. */
function readCode(folder: string): Text[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'))
    .flatMap((name) => {
      const path = join(ROOT, folder, name)
      return readFileSync(path, 'utf8')
        .split('\n')
        .flatMap((line, index) => {
          if (/^\s*(?:\*|\/\*|\/\/)/.test(line)) return []
          // Text of an element on a line of its own, or between two tags.
          const shown = name.endsWith('.tsx') ? [...line.matchAll(/(?:^\s*|>)([A-Z][^<>{}=;]{12,})(?:<|\{|$)/g)] : []
          const strings = [...line.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)]
          return [...strings, ...shown]
            .map(([, single, double, template]) => single ?? double ?? template ?? '')
            .filter((text) => text.trim().split(/\s+/).length >= 3)
            .map((text) => ({ file: relative(ROOT, path), line: index + 1, text }))
        })
    })
}
