import { describe, expect, it } from 'vitest'
import { type JobNews, createJobSignal } from './job-signal.ts'

describe('the signals of two threads', () => {
  it('tell each other what happened, once, and nothing comes back', () => {
    const [one, other] = [createJobSignal(), createJobSignal()]
    const sent: JobNews[] = []
    const toOther: { take: (news: JobNews) => void } = { take: () => undefined }
    const toOne = one.connect((news) => {
      sent.push(news)
      toOther.take(news)
    })
    toOther.take = other.connect((news) => {
      sent.push(news)
      toOne(news)
    })
    const heard: string[] = []
    for (const [name, signal] of Object.entries({ one, other })) {
      signal.subscribe((jobId) => heard.push(`${name} ${jobId} changed`))
      signal.subscribeEvents((jobId) => heard.push(`${name} ${jobId} events`))
    }
    one.notify('a')
    expect(heard.splice(0)).toEqual(['one a changed', 'one a events', 'other a changed', 'other a events'])
    other.notifyEvents('b')
    expect(heard.splice(0)).toEqual(['other b events', 'one b events'])
    expect(sent).toHaveLength(2)
  })

  it('pass on what comes from a third, but not back to it', () => {
    const signal = createJobSignal()
    const [toThread, toNodes]: JobNews[][] = [[], []]
    const fromThread = signal.connect((news) => toThread!.push(news))
    signal.connect((news) => toNodes!.push(news))
    fromThread({ what: 'changed', jobId: 'a' })
    expect([toThread, toNodes]).toEqual([[], [{ what: 'changed', jobId: 'a' }]])
  })
})
