import { describe, expect, it } from 'vitest'
import type { ChangedFile } from '../git/diff.ts'
import { type PullRequestWork, toPullRequestBody } from './pull-request-body.ts'

const file = (path: string, more: Partial<ChangedFile> = {}): ChangedFile => ({
  path,
  previousPath: null,
  change: 'modified',
  modeBefore: '100644',
  modeAfter: '100644',
  additions: 2,
  deletions: 1,
  ...more,
})

const WORK: PullRequestWork = {
  jobId: 'job_1',
  turns: [
    {
      prompt: 'Rename "a" to "b".\n\nEverywhere.',
      askedBy: 'Ana *Lima*',
      summary: 'Renamed it in 2 places.\n\nMore about that.',
    },
    {
      prompt: 'And in code.',
      askedBy: null,
      summary: 'Renamed it in code. It was there once. Once is enough.\n- docs/a.md\n\nLeft: docs/b.md.',
    },
  ],
  files: [file('docs/a.md')],
  fileLink: (path) => `https://example.com/${path}`,
  checks: null,
}

describe('the text of a pull request', () => {
  it('says what was asked, what was done and where, how to go on, and which job it was', () => {
    expect(toPullRequestBody(WORK)).toBe(`Renamed it in code. It was there once.

**Requested by Ana Lima:**

> Rename "a" to "b".
>
> Everywhere.

Renamed it in 2 places.

**Then requested:**

> And in code.

## Changes

**1 file**, +2 −1

- [\`docs/a.md\`](https://example.com/docs/a.md) +2 −1

<details>
<summary>Full report</summary>

Renamed it in code. It was there once. Once is enough.
- docs/a.md

Left: docs/b.md.

</details>

---

To change something, send the job a message. It updates this pull request:

    docwright job message job_1 "What to change"

Docwright job \`job_1\`
`)
  })

  it('counts many files by folder and folds the list of them', () => {
    const files = Array.from({ length: 30 }, (_, index) => file(`docs/${index % 3 === 0 ? 'api' : 'guides'}/${index}.md`))
    const body = toPullRequestBody({ ...WORK, files })
    expect(body).toContain(
      '**30 files**, +60 −30\n\n| Folder | Files |\n|---|--:|\n| `docs/guides` | 20 |\n| `docs/api` | 10 |\n',
    )
    expect(body).toContain('<details>\n<summary>All files</summary>\n\n- [`docs/api/0.md`]')
  })

  it('says so when nothing is left of the change', () => {
    const body = toPullRequestBody({ ...WORK, files: [] })
    expect(body).toMatch(/^This change is empty now/)
    expect(body).not.toContain('## Changes')
  })

  it('lets no text of others fold anything away', () => {
    const turn = {
      prompt: '<details>\nhidden',
      askedBy: null,
      summary: 'Done.\n\n<DETAILS open>\n<summary>x</summary>\nhidden</details>',
    }
    const body = toPullRequestBody({ ...WORK, turns: [turn] })
    expect(body.match(/<\/?(?:details|summary)/gi)).toEqual(['<details', '<summary', '</summary', '</details'])
  })

  it('tells new, deleted, renamed and binary files apart', () => {
    const body = toPullRequestBody({
      ...WORK,
      files: [
        file('new.md', { change: 'added', deletions: 0 }),
        file('gone.md', { change: 'deleted' }),
        file('there.md', { change: 'renamed', previousPath: 'here.md', additions: 0, deletions: 0 }),
        file('x.png', { additions: null, deletions: null }),
      ],
    })
    expect(body).toContain('- [`new.md`](https://example.com/new.md) new, +2 −0\n')
    expect(body).toContain('- `gone.md` deleted\n')
    expect(body).toContain('- [`there.md`](https://example.com/there.md) +0 −0, renamed from `here.md`\n')
    expect(body).toContain('- [`x.png`](https://example.com/x.png) binary\n')
  })

  it('keeps odd names from being read as Markdown', () => {
    const body = toPullRequestBody({ ...WORK, files: [file('a](x) `b`\n# c(1).md')], fileLink: () => 'https://example.com/(1)' })
    expect(body).toContain('- [`` a](x) `b` # c(1).md ``](https://example.com/%281%29) +2 −1\n')
  })

  it('has a table of checks, and names what is new', () => {
    const checks = {
      before: { 'broken-link': 3 },
      after: { 'broken-link': 1, 'duplicate-h1': 1 },
      added: [{ code: 'duplicate-h1', path: 'docs/a.md', line: 7, message: 'A second title.' }],
    }
    expect(toPullRequestBody({ ...WORK, checks })).toContain(`## Checks

| Problem | Before | After |
|---|--:|--:|
| broken-link | 3 | 1 |
| duplicate-h1 | 0 | 1 |

**New with this change:**

- \`docs/a.md:7\` A second title.
`)
    expect(toPullRequestBody({ ...WORK, checks: { before: {}, after: {}, added: [] } })).toContain('No problems before')
    expect(toPullRequestBody({ ...WORK, checks: { ...checks, added: [] } })).toContain('adds no problem')
  })

  it('stays within what every code host takes, with the job at its end', () => {
    const body = toPullRequestBody({
      ...WORK,
      turns: Array.from({ length: 300 }, (_, index) => ({
        prompt: `${index} ${'x\n'.repeat(5000)}`,
        askedBy: 'a'.repeat(5000),
        summary: '🎉'.repeat(50_000),
      })),
      files: Array.from({ length: 5000 }, (_, index) => file(`${'long/'.repeat(100)}${index}.md`)),
      fileLink: (path) => `#${path.slice(0, 20)}`,
      checks: {
        before: {},
        after: { x: 500 },
        added: Array.from({ length: 500 }, () => ({ code: 'x', path: 'p', line: 1, message: 'm' })),
      },
    })
    expect(body.length).toBeLessThan(32_000)
    expect(body).toContain('… 260 more …')
    expect(body).toMatch(/… and 49\d\d more/)
    expect(body.endsWith('Docwright job `job_1`\n')).toBe(true)
    expect(body.isWellFormed()).toBe(true)
  })
})
