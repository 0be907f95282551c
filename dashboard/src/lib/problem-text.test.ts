import { describe, expect, it } from 'vitest'
import { DocwrightError } from '../../../client/index.ts'
import { problemText } from './problem-text.ts'

function limited(detail: string, seconds: number): DocwrightError {
  const problem = { type: '', title: 'Too Many Requests', status: 429, detail, instance: '', code: 'rate_limited', error: detail }
  return new DocwrightError(problem, seconds)
}

describe('the text of a problem', () => {
  it('says once how long a limit lasts, in minutes', () => {
    const text = problemText(limited('This project may create 100 jobs an hour. Try again in 2939 s.', 2939))
    expect(text).toBe('This project may create 100 jobs an hour. Try again in 49 minutes.')
  })

  it('counts a short wait in seconds', () => {
    expect(problemText(limited('Too many requests.', 20))).toBe('Too many requests. Try again in 20 seconds.')
  })
})
