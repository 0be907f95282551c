import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSafeBranch, overlaps } from '../git/refs.ts'
import { fillTemplate, toBranch, toTitle } from './templates.ts'
import { DEFAULT_SETTINGS } from '../projects/settings.ts'

describe('a template', () => {
  it('takes its values, once, and shows names that it does not know', () => {
    expect(fillTemplate('{job}: {title} {x}', { job: '{title}', title: 'T' })).toBe('{title}: T {x}')
    expect(fillTemplate('{constructor}', {})).toBe('{constructor}')
  })
})

describe('a branch', () => {
  it('has the id of its job', () => {
    expect(toBranch(DEFAULT_SETTINGS.branchTemplate, 'job_1', ['main'])).toBe('docwright/job_1')
    expect(toBranch('docs/{job}', 'job_1', ['main'])).toBe('docs/job_1')
  })

  it.each(['docs', 'docs {job}', '-{job}', '{job}.lock', 'a..{job}'])(
    'has the usual name when the template is %j',
    (template) => {
      expect(toBranch(template, 'job_1', ['main'])).toBe('docwright/job_1')
    },
  )

  it('is always one that git takes', () => {
    fc.assert(fc.property(fc.string(), (template) => isSafeBranch(toBranch(template, 'job_1', ['main']))))
  })
})

describe('a branch, whatever the template and the base are', () => {
  it('stays clear of a base that is in the way of the template, and of the usual name', () => {
    expect(toBranch('docs/{job}', 'job_1', ['docs'])).toBe('docwright/job_1')
    expect(toBranch('docs/{job}', 'job_1', ['docs', 'docwright'])).toBe('docwright-job_1')
  })

  it('has the id of the job and does not overlap with the base', () => {
    const part = fc.constantFrom('main', 'MAIN', 'docs', 'docwright', 'refs', 'heads', '{job}', 'job', '-', '.', '/', '//')
    const base = fc.constantFrom('main', 'docs', 'docwright', 'docs/next', 'refs/heads/main', 'docwright-x')
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 6 }).map((parts) => parts.join('')),
        fc.array(base, { minLength: 1, maxLength: 2 }),
        (template, bases) => {
          const branch = toBranch(template, 'job_1', bases)
          expect(branch).toContain('job_1')
          for (const one of bases) expect(overlaps(branch, one)).toBe(false)
        },
      ),
    )
  })
})

describe('a title', () => {
  it('is one line', () => {
    expect(toTitle(DEFAULT_SETTINGS.titleTemplate, '  Rename\n\n"a"\tto \u202E"b" ', 'job_1')).toBe('Rename "a" to "b"')
    expect(toTitle('docs: {title} ({job})', 'Fix links', 'job_1')).toBe('docs: Fix links (job_1)')
  })

  it('is cut between words, or inside one that is too long', () => {
    const cut = toTitle(DEFAULT_SETTINGS.titleTemplate, 'word '.repeat(60), 'job_1')
    expect(cut).toMatch(/word…$/)
    expect(cut.length).toBeLessThanOrEqual(160)
    expect(toTitle(DEFAULT_SETTINGS.titleTemplate, '🎉'.repeat(200), 'job_1')).toBe(`${'🎉'.repeat(159)}…`)
  })

  it('is never empty', () => {
    expect(toTitle(DEFAULT_SETTINGS.titleTemplate, ' \n ', 'job_1')).toBe('Documentation change')
  })
})
