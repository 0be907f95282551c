import { describe, expect, it } from 'vitest'
import { FIELD_LIST, readDraft, toDraft } from './setting-fields.ts'

const SETTINGS = {
  branchTemplate: 'docs/{job}',
  titleTemplate: 'docs: {title}',
  allowCiFiles: true,
  allowCode: false,
  model: null,
  models: ['openai/*', 'google/gemini'],
  budgets: { runCostUsd: 1.5, dayCostUsd: 0, dayTokens: null, dayJobs: 50 },
  keepUnfinished: true,
  ai: 'assistants' as const,
  paths: {
    basePath: '/docs',
    trailingSlash: 'kept' as const,
    case: 'folded' as const,
    twins: 'kept' as const,
    foldedLocales: ['de'],
  },
}

describe('the form of the settings', () => {
  it('gives back what it was given', () => {
    expect(readDraft(toDraft(SETTINGS))).toEqual(SETTINGS)
  })

  it('takes lists with any separator, and an empty field for none', () => {
    const draft = { models: ' openai/* ,, google/gemini\n', model: ' ', 'budgets.dayJobs': '', 'paths.foldedLocales': '' }
    expect(readDraft(draft)).toEqual({
      models: ['openai/*', 'google/gemini'],
      model: null,
      budgets: { dayJobs: null },
      paths: { foldedLocales: [] },
    })
  })

  it('leaves out what is not in the draft', () => {
    expect(readDraft({ ai: 'all', 'paths.basePath': '' })).toEqual({ ai: 'all', paths: { basePath: '' } })
  })

  it('has a label of its own for each field', () => {
    expect(new Set(FIELD_LIST.map(({ label }) => label)).size).toBe(FIELD_LIST.length)
  })
})
