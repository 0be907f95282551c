import { expect, it } from 'vitest'
import { toAgentRows } from './agent-rows.ts'

const counted = { operator: 'OpenAI', class: 'ai', kind: 'training', reason: null } as const

it('has one row for an agent, with what it read in each form and all the evidence', () => {
  const rows = toAgentRows([
    { ...counted, agent: 'Other', evidence: null, surface: null, views: 3 },
    { ...counted, agent: 'GPTBot', evidence: 'declared', surface: 'html', views: 2 },
    { ...counted, agent: 'GPTBot', evidence: 'verified-ip', surface: 'markdown', views: 5 },
  ])
  expect(rows.map(({ agent, views }) => [agent, views])).toEqual([
    ['GPTBot', 7],
    ['Other', 3],
  ])
  expect(rows[0]).toMatchObject({
    evidence: ['declared', 'verified-ip'],
    surfaces: [
      ['markdown', 5],
      ['html', 2],
    ],
  })
})

it('keeps a bot that uses the name of an agent apart from the agent', () => {
  const spoofed = {
    ...counted,
    agent: 'GPTBot',
    class: 'bot',
    evidence: 'spoofed',
    reason: 'spoofed',
    surface: 'html',
    views: 1,
  } as const
  expect(toAgentRows([{ ...counted, agent: 'GPTBot', evidence: null, surface: 'html', views: 1 }, spoofed])).toHaveLength(2)
})
