import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS, type SettingsChange, changeSettings, findSettingsMistake } from './settings.ts'

const mistakeOf = (change: SettingsChange) => findSettingsMistake(changeSettings(DEFAULT_SETTINGS, change))?.name ?? null

describe('the settings of a project', () => {
  it('keep what a change does not name, also inside paths', () => {
    const once = changeSettings(DEFAULT_SETTINGS, { titleTemplate: 'docs: {title}', paths: { basePath: '/docs' } })
    const twice = changeSettings(once, { paths: { case: 'folded' } })
    expect(twice).toEqual({
      ...DEFAULT_SETTINGS,
      titleTemplate: 'docs: {title}',
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
