import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSafeBranch } from '../git/refs.ts'
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
    expect(toBranch(DEFAULT_SETTINGS.branchTemplate, 'job_1')).toBe('docwright/job_1')
    expect(toBranch('docs/{job}', 'job_1')).toBe('docs/job_1')
  })

  it.each(['docs', 'docs {job}', '-{job}', '{job}.lock', 'a..{job}'])(
    'has the usual name when the template is %j',
    (template) => {
      expect(toBranch(template, 'job_1')).toBe('docwright/job_1')
    },
  )

  it('is always one that git takes', () => {
    fc.assert(fc.property(fc.string(), (template) => isSafeBranch(toBranch(template, 'job_1'))))
  })
})

describe('a title', () => {
  it('is one line', () => {
    expect(toTitle(DEFAULT_SETTINGS.titleTemplate, '  Rename\n\n"a"\tto \u202E"b" ', 'job_1')).toBe('Rename "a" to "b"')
    expect(toTitle('docs: {title} ({job})', 'Fix links', 'job_1')).toBe('docs: Fix links (job_1)')
  })

  it('is cut between words, or inside one that is too long', () => {
    const cut = toTitle(DEFAULT_SETTINGS.titleTemplate, 'word '.repeat(30), 'job_1')
    expect(cut).toMatch(/word…$/)
    expect(cut.length).toBeLessThanOrEqual(72)
    expect(toTitle(DEFAULT_SETTINGS.titleTemplate, '🎉'.repeat(100), 'job_1')).toBe(`${'🎉'.repeat(71)}…`)
  })

  it('is never empty', () => {
    expect(toTitle(DEFAULT_SETTINGS.titleTemplate, ' \n ', 'job_1')).toBe('Documentation change')
  })
})
