import { expect, it } from 'vitest'
import { findCircles } from './find-circles.ts'

it('finds circles of any length, and none in what leads one way', () => {
  const graph = (...arrows: string[]) => new Map(arrows.map((arrow) => [arrow[0]!, arrow.slice(1).split('')]))
  expect(findCircles(graph('abc', 'bc', 'cd'))).toEqual([])
  expect(findCircles(graph('aab', 'b'))).toEqual([])
  expect(findCircles(graph('ab', 'bc', 'cbd', 'de', 'ef', 'fd'))).toEqual([
    ['b', 'c'],
    ['d', 'e', 'f'],
  ])
})
