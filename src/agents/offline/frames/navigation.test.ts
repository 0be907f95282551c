import { describe, expect, test } from 'vitest'
import { answerOn } from '../testing/answer-on.ts'

const docs = (pages: string[]) => `${JSON.stringify({ navigation: { groups: [{ group: 'All', pages }] } }, null, 2)}\n`

describe('navigation', () => {
  const files = { 'docs.json': docs(['start', 'guides/setup', 'gone']), 'start.mdx': '', 'reference/setup.mdx': '' }

  test('lets an entry follow the page that has moved, and lists one that has no page', async () => {
    const answer = await answerOn(files, 'Fix the navigation')
    expect(answer.files['docs.json']).toBe(docs(['start', 'reference/setup', 'gone']))
    expect(answer.summary).toContain('`gone` does not exist')
  })

  test('repairs it together with the links, after a sentence that explains', async () => {
    const moved = { ...files, 'start.mdx': '[a](/guides/setup)\n' }
    const answer = await answerOn(moved, 'Some pages were moved. Fix the links and the navigation.')
    expect(answer.changed).toEqual(['docs.json', 'start.mdx'])
    expect(answer.files['start.mdx']).toBe('[a](/reference/setup)\n')
  })

  test.each([
    'Remove navigation entries whose pages do not exist',
    'Remove orphaned navigation entries',
    'delete all sidebar items of missing pages',
  ])('takes entries without a page out: %s', async (prompt) => {
    const answer = await answerOn(files, prompt)
    expect(answer.files['docs.json']).toBe(docs(['start']))
    expect(answer.changed).toEqual(['docs.json'])
  })

  test('does not take the whole navigation out', async () => {
    expect((await answerOn(files, 'Remove the navigation')).changed).toEqual([])
    expect((await answerOn(files, 'Remove the navigation entries')).changed).toEqual([])
  })

  test('says so when nothing is wrong', async () => {
    const answer = await answerOn({ 'docs.json': docs(['start']), 'start.mdx': '' }, 'Fix the navigation')
    expect(answer.changed).toEqual([])
    expect(answer.summary).toContain('Every entry of the navigation names a page.')
  })
})
