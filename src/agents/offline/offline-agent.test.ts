import { chmod, lstat, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { offlineAgent } from './offline-agent.ts'
import { DocumentationFolder } from './testing/documentation-folder.ts'

const folders: DocumentationFolder[] = []

async function folderWith(files: Record<string, string | Buffer>): Promise<DocumentationFolder> {
  const folder = await DocumentationFolder.create(files)
  folders.push(folder)
  return folder
}

afterEach(async () => {
  await Promise.all(folders.splice(0).map((folder) => folder.remove()))
})

const PAGES = { 'docs/guides/a.md': 'A workspace.\n\n`workspace`\n', 'docs/api/b.md': 'One workspace, one tenant.\n' }

describe('the offline agent', () => {
  test('says what it understood, what it did by page, and what it left', async () => {
    const folder = await folderWith(PAGES)
    const { summary, title, usage } = await folder.run('Please replace "workspace" with "project" and fix the links.')
    expect(title).toBe('Replace "workspace" with "project"')
    expect(summary).toBe(
      [
        '**Understood:** Replace "workspace" with "project", following its capitals, and its plural.',
        '**Done** on 2 files:',
        '- `docs/api/b.md`: 1 place\n- `docs/guides/a.md`: 1 place',
        '**Left as it is:**',
        '- 1 place in inline code; say "also in code blocks" to change them (`docs/guides/a.md`)',
        '**Understood:** Repair internal links and anchors.',
        'Every internal link leads somewhere.',
      ].join('\n\n'),
    )
    expect(usage).toEqual({ turns: 1, inputTokens: 0, outputTokens: 0, costUsd: 0 })
  })

  test.each([
    'Write a tutorial about webhooks',
    'Make the introduction friendlier',
    '',
    '   ',
    '???',
    'fix it',
    'improve the tables and the bullets',
  ])('changes nothing and says what it can do: %j', async (prompt) => {
    const folder = await folderWith(PAGES)
    const { summary, title } = await folder.run(prompt)
    expect(await folder.files()).toEqual(PAGES)
    expect(title).toBe('No change')
    expect(summary).toContain('No page was changed.')
    expect(summary).toContain('- Fix the broken links')
  })

  test('carries out what it understands and says what it does not', async () => {
    const folder = await folderWith(PAGES)
    const { summary } = await folder.run('- Replace "workspace" with "project"\n- Write a poem')
    expect(await folder.text('docs/api/b.md')).toBe('One project, one tenant.\n')
    expect(summary).toContain('**Not carried out:** Write a poem.')
  })

  test('keeps line endings, the byte order mark, a missing last line end and the mode of a file', async () => {
    const folder = await folderWith({ 'a.md': '\uFEFF# Key\r\n\r\nA key  \r\nmore key' })
    await chmod(join(folder.directory, 'a.md'), 0o755)
    await folder.run('Replace "key" with "token" and remove trailing spaces')
    expect(await folder.text('a.md')).toBe('\uFEFF# Token\r\n\r\nA token  \r\nmore token')
    expect((await lstat(join(folder.directory, 'a.md'))).mode & 0o777).toBe(0o755)
  })

  test('keeps mixed line endings as they are', async () => {
    const folder = await folderWith({ 'a.md': 'a key\r\nb key\nc\r\n' })
    await folder.run('Replace "key" with "token"')
    expect(await folder.text('a.md')).toBe('a token\r\nb token\nc\r\n')
  })

  test('touches nothing but documentation', async () => {
    const untouched = {
      'latin.md': Buffer.from('caf\xe9 key', 'latin1'),
      'binary.md': Buffer.from('key\0key'),
      '.hidden/a.md': 'key',
      'node_modules/x/a.md': 'key',
      'package-lock.json': '{"key": 1}',
      LICENSE: 'key',
      'LICENSE.md': 'key',
      'src/code.ts': 'key',
      'data.json': '{"a": "key"}',
    }
    const folder = await folderWith({ ...untouched, 'a.md': 'key' })
    const before = await folder.files()
    await folder.run('Replace "key" with "token" everywhere, also in code blocks')
    expect(await folder.files()).toEqual({ ...before, 'a.md': 'token' })
  })

  test('neither reads nor writes through symbolic links', async () => {
    const outside = await folderWith({ 'x.md': 'key' })
    const folder = await folderWith({ 'a.md': 'key [x](linked/x.md)\n' })
    await symlink(outside.directory, join(folder.directory, 'linked'))
    await symlink(join(outside.directory, 'x.md'), join(folder.directory, 'link.md'))
    const { summary } = await folder.run(
      'Replace "key" with "token". Fix all links. Create a page linked/new.md titled "X". Move a.md to linked/a.md.',
    )
    expect(await outside.files()).toEqual({ 'x.md': 'key' })
    expect(await folder.text('a.md')).toBe('token [x](linked/x.md)\n')
    expect(summary.match(/Not carried out/gu)).toHaveLength(2)
  })

  test('stops when the job is stopped', async () => {
    const folder = await folderWith(PAGES)
    const controller = new AbortController()
    controller.abort()
    const task = { directory: folder.directory, prompt: 'fix typos', history: [], signal: controller.signal }
    await expect(offlineAgent.run(task)).rejects.toThrow(/abort/iu)
  })

  test('gives the same answer for the same files', async () => {
    const answers = [await folderWith(PAGES), await folderWith(PAGES)].map((folder) =>
      folder.run('Rename workspace to project. Fix typos.'),
    )
    const [first, second] = await Promise.all(answers)
    expect(first).toEqual(second)
  })
})

describe('a follow-up', () => {
  async function renamed(): Promise<DocumentationFolder> {
    const folder = await folderWith(PAGES)
    await folder.run('Replace "workspace" with "project"')
    return folder
  }

  test.each(['Undo that', 'please revert', 'Undo the last change.', 'revert your changes', 'Undo everything'])(
    'undoes the last change: %s',
    async (prompt) => {
      const folder = await renamed()
      const { summary } = await folder.run(prompt)
      expect(await folder.files()).toEqual(PAGES)
      expect(summary).toContain('`docs/api/b.md`: as it was before')
    },
  )

  test('undoes created, moved and deleted pages', async () => {
    const folder = await folderWith({ ...PAGES, 'docs/c.md': '# C\n' })
    const before = await folder.files()
    await folder.run('Create a page docs/new titled "New". Move docs/guides/a.md to docs/a.md. Delete docs/c.md.')
    expect(Object.keys(await folder.files()).sort()).toEqual(['docs/a.md', 'docs/api/b.md', 'docs/new.md'])
    await folder.run('undo that')
    expect(await folder.files()).toEqual(before)
  })

  test('undoes only the last change when there were two', async () => {
    const folder = await renamed()
    await folder.run('Replace "tenant" with "client"')
    await folder.run('undo that')
    expect(await folder.text('docs/api/b.md')).toBe('One project, one tenant.\n')
    await folder.run('Replace "tenant" with "client"')
    await folder.run('start over')
    expect(await folder.files()).toEqual(PAGES)
  })

  test.each([
    'Only in guides/',
    'only in guides/, please',
    'Keep that only in guides/',
    'Not in api/',
    'But not in docs/api/b.md',
    'Undo that in api/',
  ])('narrows the last change: %s', async (prompt) => {
    const folder = await renamed()
    await folder.run(prompt)
    expect(await folder.files()).toEqual({ ...PAGES, 'docs/guides/a.md': 'A project.\n\n`workspace`\n' })
  })

  test('lets links follow when a heading goes back', async () => {
    const folder = await folderWith({ 'guides/a.md': '[b](../api/b.md#the-key) key\n', 'api/b.md': '# B\n\n## The key\n' })
    await folder.run('Rename key to token')
    expect(await folder.text('guides/a.md')).toBe('[b](../api/b.md#the-token) token\n')
    await folder.run('only in guides/')
    expect(await folder.files()).toEqual({ 'guides/a.md': '[b](../api/b.md#the-key) token\n', 'api/b.md': '# B\n\n## The key\n' })
  })

  test.each(['Also in code blocks', 'Do the same in code blocks', 'also in the code samples'])(
    'widens the last change: %s',
    async (prompt) => {
      const folder = await renamed()
      await folder.run(prompt)
      expect(await folder.text('docs/guides/a.md')).toBe('A project.\n\n`project`\n')
    },
  )

  test.each(['Do the same for api/', 'also in api/', 'Do the same in the api folder'])(
    'repeats the last instruction elsewhere: %s',
    async (prompt) => {
      const folder = await folderWith(PAGES)
      await folder.run('Replace "workspace" with "project" in guides/')
      await folder.run(prompt)
      expect(await folder.text('docs/api/b.md')).toBe('One project, one tenant.\n')
    },
  )

  test.each(['Do the same for "tenant"', 'do the same for tenant', 'Do the same with the word "tenant"'])(
    'repeats the last instruction for another term: %s',
    async (prompt) => {
      const folder = await renamed()
      await folder.run(prompt)
      expect(await folder.text('docs/api/b.md')).toBe('One project, one project.\n')
    },
  )

  test('makes the last insertion another box, and then puts it on another page', async () => {
    const folder = await folderWith({ 'a.mdx': '# A\n', 'b.mdx': '# B\n', 'c.mdx': '<Note>x</Note>\n' })
    await folder.run('Add a warning to the top of a.mdx: "Careful."')
    await folder.run('Make it a note instead of a warning')
    expect(await folder.text('a.mdx')).toBe('# A\n\n<Note>Careful.</Note>\n')
    await folder.run('and put the same one in b.mdx')
    expect(await folder.text('b.mdx')).toBe('# B\n\n<Note>Careful.</Note>\n')
  })

  test.each(['oops, I meant client', 'Actually, call it client', 'it should be "client" instead'])(
    'puts another word in the place of the last one: %s',
    async (prompt) => {
      const folder = await renamed()
      await folder.run(prompt)
      expect(await folder.text('docs/api/b.md')).toBe('One client, one tenant.\n')
    },
  )

  test.each(['make it shorter', 'make it a better text', 'what did you change?', 'thanks, looks good!'])(
    'changes nothing for what is no correction: %s',
    async (prompt) => {
      const folder = await renamed()
      const before = await folder.files()
      await folder.run(prompt)
      expect(await folder.files()).toEqual(before)
    },
  )

  test('replaces what two terms have in common', async () => {
    const folder = await folderWith({ 'a.md': 'Enterprise plan, Pro plan\n' })
    await folder.run('Replace "Enterprise plan" with "Enterprise tier"')
    await folder.run('do the same for "Pro plan"')
    expect(await folder.text('a.md')).toBe('Enterprise tier, Pro tier\n')
  })

  test('takes "also" before an instruction of its own', async () => {
    const folder = await renamed()
    await folder.run('Also replace "tenant" with "client"')
    expect(await folder.text('docs/api/b.md')).toBe('One project, one client.\n')
  })

  test.each(['Undo that', 'only in guides/', 'do the same for "x"', 'Undo everything'])(
    'says that there is nothing before the first message: %s',
    async (prompt) => {
      const folder = await folderWith(PAGES)
      await folder.run(prompt)
      expect(await folder.files()).toEqual(PAGES)
    },
  )
})

describe('whatever the instruction', () => {
  const word = fc.constantFrom(
    ...'replace rename move delete create insert add page "x" "../y.md" `/etc/passwd` with to in only except guides/ docs/a.md ../../b .hidden/x link/x.md and . , : \n - fix links typos headings titles front matter undo that also do the same for under heading changelog entry redirect it everywhere code blocks "[" "*" "(" "\\" "$&" "" titled X \'q\' “ ” * ** LICENSE.md'.split(
      ' ',
    ),
  )
  const sentence = fc.array(fc.oneof(word, fc.string({ maxLength: 8 })), { maxLength: 14 }).map((words) => words.join(' '))

  test('it neither throws nor writes outside the directory', async () => {
    const outside = await folderWith({ 'x.md': 'x\n' })
    await fc.assert(
      fc.asyncProperty(fc.array(sentence, { minLength: 1, maxLength: 3 }), async (prompts) => {
        const folder = await folderWith({
          'inside/docs/a.md': '# A x\n\nx [b](b.md)\n',
          'inside/docs/b.md': 'x\n',
          'inside/guides/c.md': 'y\n',
          'inside/.hidden/x.md': 'x\n',
          'inside/LICENSE.md': 'x\n',
          'beside.md': 'x\n',
        })
        await symlink(outside.directory, join(folder.directory, 'inside/link'))
        const history: { prompt: string; summary: string }[] = []
        for (const prompt of prompts) {
          const { summary } = await offlineAgent.run({
            directory: join(folder.directory, 'inside'),
            prompt,
            history: [...history],
            signal: new AbortController().signal,
          })
          history.push({ prompt, summary })
        }
        const files = await folder.files()
        expect(files['beside.md']).toBe('x\n')
        expect(files['inside/.hidden/x.md']).toBe('x\n')
        expect(files['inside/LICENSE.md']).toBe('x\n')
        expect(Object.keys(files).filter((path) => !path.startsWith('inside/'))).toEqual(['beside.md'])
        expect(await outside.files()).toEqual({ 'x.md': 'x\n' })
        await folder.remove()
      }),
      { numRuns: 120 },
    )
  }, 60_000)

  test('a file that appears where a page should go is not overwritten', async () => {
    const folder = await folderWith({ 'a.md': '# A\n' })
    await mkdir(join(folder.directory, 'b'))
    await writeFile(join(folder.directory, 'b/a.md'), 'mine')
    await folder.run('Move a.md to b/')
    expect(await folder.files()).toEqual({ 'a.md': '# A\n', 'b/a.md': 'mine' })
  })
})
