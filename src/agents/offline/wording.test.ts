import { describe, expect, test } from 'vitest'
import { answerOn } from './testing/answer-on.ts'

const SITE = {
  'docs.json':
    '{\n  "navigation": {\n    "groups": [\n      {\n        "group": "Start",\n        "pages": [\n          "quickstart",\n          "guides/setup",\n          "guides/install-windows"\n        ]\n      }\n    ]\n  },\n  "redirects": []\n}\n',
  'quickstart.mdx':
    '---\ntitle: Quickstart\n---\n\nThe web editor. Web editor and the Acme Cloud.\n\n## Skip the Git provider\n\nText.\n\n## Next steps\n\nMore.\n',
  'guides/setup.mdx':
    '---\ntitle: Set up\ndescription: How to set it up\n---\n\nUse Gitlab or the web editor. See [start](https://old.example/start).\n',
  'guides/install-windows.mdx':
    '---\ntitle: Install on Windows\n---\n\nYou need Node.js v20.17.0 or higher.\n\n```sh\nnvm install 20.17.0\n```\n',
  'fr/quickstart.mdx': '---\ntitle: Démarrage\n---\n\nLe web editor. Acme Cloud.\n',
  'changelog.mdx': '# Changelog\n\n## 1.0\n\n- The web editor is new.\n',
}

describe('renaming', () => {
  test.each([
    'We renamed the web editor to Acme Studio. Please update the docs.',
    'The web editor is now called Acme Studio, fix it evrywhere in the english docs',
    'Hi! Please use "Acme Studio" instead of "web editor" in the English pages. Thanks, Ada',
    'from now on we call the web editor "Acme Studio"',
    'web editor -> Acme Studio',
    's/web editor/Acme Studio/ in quickstart.mdx, guides/ and changelog.mdx',
    'The web editor should be called Acme Studio.',
    'Every mention of "web editor" needs to become "Acme Studio", not in the French pages',
    '"web editor" should be replaced with "Acme Studio". Leave the translated pages alone.',
  ])('%s', async (prompt) => {
    const { files, changed } = await answerOn(SITE, prompt)
    expect(files['quickstart.mdx']).toContain('The Acme Studio. Acme Studio and the Acme Cloud.')
    expect(changed).toEqual(['changelog.mdx', 'guides/setup.mdx', 'quickstart.mdx'])
  })

  test.each([
    ["it's spelled GitLab, not Gitlab. pls fix in all pages, thx", 'guides/setup.mdx'],
    ["We renamed Acme Cloud to Acme Sky. Don't touch the French pages, please.", 'quickstart.mdx'],
    ['Rename "Acme Cloud" to "Acme Sky" in the quickstart', 'quickstart.mdx'],
    ['old.example moved to new.example. Update the links.', 'guides/setup.mdx'],
    ['Bump Node.js from v20.17.0 to v22.11.0 in the install guides', 'guides/install-windows.mdx'],
    ['The minimum Node version is now 22.11.0, the install guides still say 20.17.0.', 'guides/install-windows.mdx'],
    ['We now require Node.js 22.11.0 instead of 20.17.0', 'guides/install-windows.mdx'],
    ['Remove the section on skipping the Git provider from the quickstart', 'quickstart.mdx'],
    ['Add a warning to the top of guides/setup.mdx: "Careful."', 'guides/setup.mdx'],
    ['Add a note on top of the quickstart that says it is new', 'quickstart.mdx'],
    ['Set the description of the quickstart to "Start here."', 'quickstart.mdx'],
    ['Add noindex: true to the frontmatter of guides/setup.mdx', 'guides/setup.mdx'],
    ['Make all descriptions end with a period.', 'guides/setup.mdx'],
    ['Put guides/setup first in the "Start" group of the nav', 'docs.json'],
    ['Rename the nav group "Start" to "Begin"', 'docs.json'],
  ])('changes what is meant and nothing else: %s', async (prompt, path) => {
    expect((await answerOn(SITE, prompt)).changed).toEqual([path])
  })

  test.each([
    ['Merge guides/setup into the quickstart', ['docs.json', 'guides/setup.mdx', 'quickstart.mdx']],
    ['Delete guides/setup.mdx. Links should go to quickstart.', ['docs.json', 'guides/setup.mdx']],
    ['guides/setup should now live under start/', ['docs.json', 'guides/setup.mdx', 'start/setup.mdx']],
    [
      'rename the page guides/setup to guides/begin. Keep the old url working.',
      ['docs.json', 'guides/begin.mdx', 'guides/setup.mdx'],
    ],
  ])('moves pages with what refers to them: %s', async (prompt, paths) => {
    expect((await answerOn(SITE, prompt)).changed).toEqual(paths)
  })

  test('carries out a numbered list between a greeting and a sign-off', async () => {
    const prompt =
      'Hey team,\n\nas discussed yesterday:\n1) rename Gitlab to GitLab\n2) remove the "Next steps" section from the quickstart\n\nThanks a lot,\nMaria'
    expect((await answerOn(SITE, prompt)).changed).toEqual(['guides/setup.mdx', 'quickstart.mdx'])
  })

  test('asks when a version can be several', async () => {
    const files = { 'a.md': 'Node.js 18\n', 'b.md': 'Node.js 20\n' }
    const { summary, changed } = await answerOn(files, 'Update Node.js to 22')
    expect(changed).toEqual([])
    expect(summary).toContain('- Update Node.js from 18 to 22 (changes 1 file, such as `a.md`: 1 place)')
  })
})
