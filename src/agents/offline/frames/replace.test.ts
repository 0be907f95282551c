import { describe, expect, test } from 'vitest'
import { answerOn } from '../testing/answer-on.ts'

const PAGE = { 'docs/guides/a.md': 'A workspace. See the Workspace; two workspaces.\n', 'docs/api/b.md': 'One workspace.\n' }

describe('replace', () => {
  test.each(['sign-in', 'a.b', 'C++', '(beta)', '[x]', '50%', 'a/b', 'a|b', '^caret$', 'back\\slash', '{brace}', '-flag'])(
    'takes every character of a text as it is: %s',
    async (term) => {
      const { files } = await answerOn({ 'a.md': `One ${term} here.\n` }, `Replace "${term}" with "word"`)
      expect(files['a.md']).toBe('One word here.\n')
    },
  )

  test.each([
    'Replace "workspace" with "project"',
    "replace 'workspace' with 'project'",
    'Please replace “workspace” with “project”, thanks!',
    'Could you replace `workspace` by `project`?',
    'replace workspace with project',
    'Change "workspace" to "project" everywhere',
    'Substitute "workspace" with "project" in all pages.',
    'replace all occurrences of "workspace" with "project" throughout the docs',
    'Rename workspace to project',
    'rename the term "workspace" to "project"',
    'change all mentions of workspace to project',
    'use the term "project" instead of "workspace"',
    'Use project instead of workspace',
    'replace "workspace" with "project", keeping the capitals and its plural',
  ])('lets a term keep its capitals and its plural: %s', async (prompt) => {
    const { files } = await answerOn(PAGE, prompt)
    expect(files['docs/guides/a.md']).toBe('A project. See the Project; two projects.\n')
  })

  test('takes a text exactly as it is when asked to, and names its other forms', async () => {
    const { files, summary } = await answerOn(PAGE, 'Replace "workspace" with "project", exact matches only')
    expect(files['docs/guides/a.md']).toBe('A project. See the Workspace; two workspaces.\n')
    expect(summary).toContain('"Workspace" (1), "workspaces" (1)')
  })

  test.each([
    ['in guides/', ['docs/guides/a.md']],
    ['in the guides folder', ['docs/guides/a.md']],
    ['only in docs/api/*.md', ['docs/api/b.md']],
    ['in `docs/api/b.md`', ['docs/api/b.md']],
    ['except in b.md', ['docs/guides/a.md']],
    ['in docs/, but not in api/', ['docs/guides/a.md']],
    ['in guides/ and in api/', ['docs/api/b.md', 'docs/guides/a.md']],
    ['in guides', ['docs/guides/a.md']],
    ['everywhere. Only in guides/.', ['docs/guides/a.md']],
    ["everywhere. Don't touch api/.", ['docs/guides/a.md']],
  ])('stays inside its scope: %s', async (scope, changed) => {
    const answer = await answerOn(PAGE, `Replace "workspace" with "project" ${scope}`)
    expect(answer.changed).toEqual(changed)
  })

  test.each(['in nowhere/', 'in ../', 'in guides/missing.md'])('changes nothing when the scope is nothing: %s', async (scope) => {
    const answer = await answerOn(PAGE, `Replace "workspace" with "project" ${scope}`)
    expect(answer.changed).toEqual([])
    expect(answer.summary).toMatch(/There is nothing at|leads out of the repository/u)
  })

  test('says that a folder is ambiguous instead of choosing one', async () => {
    const files = { 'en/guides/a.md': 'x', 'fr/guides/a.md': 'x' }
    const answer = await answerOn(files, 'Replace "x" with "y" in guides/')
    expect(answer.changed).toEqual([])
    expect(answer.summary).toContain('`guides/` could be `en/guides` or `fr/guides`.')
  })

  test('changes neither code nor targets nor attributes, and counts what it left', async () => {
    const page =
      'The key `key` of [key](key.md#key) and ![key](key.png).\n\n```sh\nkey\n```\n\n<a id="key">https://key.example/key</a> key.yaml key_id\n'
    const { files, summary } = await answerOn({ 'a.md': page }, 'Replace "key" with "token"')
    expect(files['a.md']).toBe(
      'The token `key` of [token](key.md#key) and ![token](key.png).\n\n```sh\nkey\n```\n\n<a id="key">https://key.example/key</a> key.yaml key_id\n',
    )
    expect(summary).toContain('1 place in code blocks; say "also in code blocks"')
    expect(summary).toContain('in link targets')
  })

  test.each(['also in code blocks', 'including code', 'even in code samples', 'also in code blocks, in a.md'])(
    'changes code when asked: %s',
    async (words) => {
      const { files } = await answerOn({ 'a.md': '`key` [x](key.md)\n\n```\nkey\n```\n' }, `Replace "key" with "token", ${words}`)
      expect(files['a.md']).toBe('`token` [x](key.md)\n\n```\ntoken\n```\n')
    },
  )

  test.each(['not in code', 'but not in code blocks', 'leave code alone'])('leaves code when asked to: %s', async (words) => {
    const { files } = await answerOn({ 'a.md': 'key `key`\n' }, `Replace "key" with "token" ${words}`)
    expect(files['a.md']).toBe('token `key`\n')
  })

  test('changes titles in front matter and keeps them valid', async () => {
    const page = '---\ntitle: The key\nslug: key\ndescription: "A \'key\'"\n---\n'
    const { files } = await answerOn({ 'a.md': page }, 'Replace "key" with "to: ken"')
    expect(files['a.md']).toBe('---\ntitle: The key\nslug: key\ndescription: "A \'to: ken\'"\n---\n')
  })

  test('lets links follow a heading whose text has changed', async () => {
    const files = { 'a.md': '# Start\n\n## Make a key\n\n[up](#make-a-key)\n', 'b.md': '[x](a.md#make-a-key) [y](a.md#start)\n' }
    const answer = await answerOn(files, 'Rename key to token')
    expect(answer.files['a.md']).toBe('# Start\n\n## Make a token\n\n[up](#make-a-token)\n')
    expect(answer.files['b.md']).toBe('[x](a.md#make-a-token) [y](a.md#start)\n')
    expect(answer.summary).toContain('1 link to a renamed heading')
  })

  test('finds a term that is broken over two lines, and not one that only looks so', async () => {
    const { files } = await answerOn(
      { 'a.md': 'the API\nkey is\n\n# An API\nkey\n\n- API\n- key\n' },
      'Replace "API key" with "access token"',
    )
    expect(files['a.md']).toBe('the access\ntoken is\n\n# An API\nkey\n\n- API\n- key\n')
  })

  test('does not replace again what it has replaced', async () => {
    const once = await answerOn({ 'a.md': 'Our project.\n' }, 'Replace "project" with "the project"')
    const twice = await answerOn(once.files, 'Replace "project" with "the project"')
    expect(once.files['a.md']).toBe('Our the project.\n')
    expect(twice.changed).toEqual([])
  })

  test('takes a name with capitals only as it is written', async () => {
    const { files } = await answerOn({ 'a.md': 'Acme acme ACME\n' }, 'Rename Acme to Umbrella')
    expect(files['a.md']).toBe('Umbrella acme ACME\n')
  })

  test('removes a text', async () => {
    const { files } = await answerOn({ 'a.md': 'It is very simple.\n' }, 'Replace "very " with ""')
    expect(files['a.md']).toBe('It is simple.\n')
  })

  test('replaces several pairs in one sentence', async () => {
    const { files } = await answerOn({ 'a.md': 'a1 b1 c1\n' }, 'Replace "a1" with "a2", "b1" with "b2" and "c1" with "c2"')
    expect(files['a.md']).toBe('a2 b2 c2\n')
  })

  test.each([
    'replace the screenshots with newer ones',
    'Replace our old logo with the new one',
    'change the introduction to be more friendly',
    'rename it to something better and shorter for the reader',
  ])('asks for quotes when it is not certain: %s', async (prompt) => {
    const answer = await answerOn({ 'a.md': 'the screenshots, our old logo, the introduction, it\n' }, prompt)
    expect(answer.changed).toEqual([])
    expect(answer.summary).toContain('Not carried out')
  })
})

describe('replace in navigation', () => {
  test('changes the labels that readers see and no path', async () => {
    const files = {
      'docs.json': '{ "navigation": { "groups": [{ "group": "Workspaces", "pages": ["workspace/a"] }] } }\n',
      'mkdocs.yml': 'nav:\n  - The workspace: workspace.md\n  - Guides:\n      - workspace/a.md\ntheme: workspace\n',
      'sidebars.js': "export default { docs: [{ type: 'category', label: 'A workspace', items: ['workspace'] }] }\n",
      'workspace/a.md': '# A\n',
    }
    const answer = await answerOn(files, 'Rename workspace to project')
    expect(answer.files).toEqual({
      ...files,
      'docs.json': '{ "navigation": { "groups": [{ "group": "Projects", "pages": ["workspace/a"] }] } }\n',
      'mkdocs.yml': 'nav:\n  - The project: workspace.md\n  - Guides:\n      - workspace/a.md\ntheme: workspace\n',
      'sidebars.js': "export default { docs: [{ type: 'category', label: 'A project', items: ['workspace'] }] }\n",
    })
  })

  test.each(['Replace "a" with "b" in the footer of each page', 'Replace "a" with "b", including links'])(
    'does not guess at words that it does not know: %s',
    async (prompt) => {
      const answer = await answerOn({ 'x.md': 'a\n' }, prompt)
      expect(answer.changed).toEqual([])
      expect(answer.summary).toContain('Not carried out')
    },
  )

  test('finds the number of a version wherever it is one, and in no other number', async () => {
    const page = '`a@4.2.7` b:4.2.7 v4.2.7 /v4.2.7/x 4.2.7. 10.4.2.7 4.2.70 4.2.7.1 4.2.7/29 x4.2.7\n'
    const answer = await answerOn({ 'a.md': page }, 'Replace "4.2.7" with "4.3.0", also in code')
    expect(answer.files['a.md']).toBe('`a@4.3.0` b:4.3.0 v4.3.0 /v4.3.0/x 4.3.0. 10.4.2.7 4.2.70 4.2.7.1 4.2.7/29 x4.2.7\n')
  })
})
