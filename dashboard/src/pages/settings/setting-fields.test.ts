import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS, changeSettings } from '../../../../src/projects/settings.ts'
import { FIELD_LIST, readDraft, toDraft } from './setting-fields.ts'

describe('the form of the settings', () => {
  it('gives back what it was given, the defaults of the service and others', () => {
    const changed = changeSettings(DEFAULT_SETTINGS, {
      allowCode: true,
      model: 'openai/gpt-5',
      models: ['openai/*', 'google/gemini'],
      budgets: { runCostUsd: 1.5, dayCostUsd: 0 },
      paths: { case: 'folded', foldedLocales: ['de'] },
    })
    for (const settings of [DEFAULT_SETTINGS, changed]) expect(readDraft(toDraft(settings))).toEqual(settings)
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
