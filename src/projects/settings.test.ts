import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS, SETTING_LIST, type SettingsChange, changeSettings, findSettingsMistake } from './settings.ts'

const mistakeOf = (change: SettingsChange) => findSettingsMistake(changeSettings(DEFAULT_SETTINGS, change))?.name ?? null

describe('the settings of a project', () => {
  it('each have a flag and words of their own', () => {
    const flags = SETTING_LIST.map(({ setting }) => setting.flag.split(' ')[0])
    expect(new Set(flags).size).toBe(SETTING_LIST.length)
    for (const { setting } of SETTING_LIST) {
      expect(setting.flag).toMatch(setting.read ? /^--[a-z-]+ <[a-z]+>$/ : /^--(?!no-)[a-z-]+$/)
      expect([setting.help, setting.schema.description].join(' ')).toMatch(/^[^A-Z].+ [A-Z].+\.$/)
    }
  })

  it('keep what a change does not name, also inside paths and budgets', () => {
    const once = changeSettings(DEFAULT_SETTINGS, { titleTemplate: 'docs: {title}', paths: { basePath: '/docs' } })
    const twice = changeSettings(once, { paths: { case: 'folded' }, budgets: { dayJobs: 5 } })
    expect(twice).toEqual({
      ...DEFAULT_SETTINGS,
      titleTemplate: 'docs: {title}',
      budgets: { ...DEFAULT_SETTINGS.budgets, dayJobs: 5 },
      paths: { ...DEFAULT_SETTINGS.paths, basePath: '/docs', case: 'folded' },
    })
  })

  it.each<SettingsChange>([
    {},
    { branchTemplate: 'docs/{job}' },
    { branchTemplate: '{job}' },
    { branchTemplate: 'bot.docs/{job}-work' },
    { titleTemplate: 'docs({job}): {title}' },
    { titleTemplate: 'Änderung: {title} ✓' },
    { model: 'anthropic/claude-sonnet-4-5' },
    { model: 'compatible/team/llama3.1:8b' },
    { models: ['openai/gpt-5', 'google/*', 'anthropic/claude-*'] },
    { budgets: { runCostUsd: 0.5, dayCostUsd: 0, dayTokens: 1_000_000, dayJobs: 10 } },
    { paths: { basePath: '/docs/v2/' } },
    { paths: { foldedLocales: ['de', 'pt-BR', 'zh-Hant-TW'] } },
  ])('can be %j', (change) => {
    expect(mistakeOf(change)).toBeNull()
  })

  it.each<[string, SettingsChange]>([
    ...[
      'docs',
      '',
      '-{job}',
      '/{job}',
      'a//{job}',
      'a..b/{job}',
      '.a/../{job}',
      'a/.b{job}',
      '{job}.lock',
      '{job}/',
      '{job} x',
      'a~{job}',
      '{job}\n',
      '{job}{title}',
      `${'a'.repeat(100)}{job}`,
    ].map((branchTemplate): [string, SettingsChange] => ['branchTemplate', { branchTemplate }]),
    ...['', 'fixed', '{title}\nmore', 'a\u0000{title}', `{title}${'x'.repeat(100)}`].map(
      (titleTemplate): [string, SettingsChange] => ['titleTemplate', { titleTemplate }],
    ),
    ...[
      '',
      'offline',
      'mistral/x',
      'openai/',
      'openai/a b',
      'openai/a?b',
      'openai/../x',
      'openai/*',
      `openai/${'x'.repeat(200)}`,
    ].map((model): [string, SettingsChange] => ['model', { model }]),
    ...['', '*', 'openai*', 'openai/a*b', 'mistral/*', 'openai/**'].map((pattern): [string, SettingsChange] => [
      'models',
      { models: ['openai/gpt-5', pattern] },
    ]),
    ...[-1, 1_000_001, Number.NaN, Number.POSITIVE_INFINITY].flatMap((value): [string, SettingsChange][] => [
      ['budgets.runCostUsd', { budgets: { runCostUsd: value } }],
      ['budgets.dayCostUsd', { budgets: { dayCostUsd: value } }],
      ['budgets.dayJobs', { budgets: { dayJobs: value } }],
    ]),
    ['budgets.dayTokens', { budgets: { dayTokens: 1.5 } }],
    ['budgets.dayJobs', { budgets: { dayJobs: 0.5 } }],
    ...['docs', '/a b', '/a?b', '/a#b', '/%64', 'https://x.example/'].map((basePath): [string, SettingsChange] => [
      'paths.basePath',
      { paths: { basePath } },
    ]),
    ...['d', 'deutsch', 'de/', '../', ''].map((locale): [string, SettingsChange] => [
      'paths.foldedLocales',
      { paths: { foldedLocales: [locale] } },
    ]),
  ])('name %s when it cannot be used: %j', (name, change) => {
    expect(mistakeOf(change)).toBe(name)
  })
})
