import { describe, expect, it } from 'vitest'
import { readContract } from './openapi-contract.ts'

const pulls = { path: '/repos/acme/docs/pulls', query: new URLSearchParams() }
const wanted = { title: 'Title', head: 'docs', base: 'main' }

describe('a contract', () => {
  const github = readContract('github-openapi.json')

  it('accepts what is described', () => {
    expect(github.checkRequest({ ...pulls, method: 'POST', body: wanted })).toEqual([])
    expect(
      github.checkRequest({ ...pulls, method: 'GET', query: new URLSearchParams({ state: 'all', page: '2' }), body: undefined }),
    ).toEqual([])
  })

  it.each([
    ['a field of the wrong type', { ...pulls, method: 'POST', body: { ...wanted, draft: 'yes' } }],
    ['a missing field', { ...pulls, method: 'POST', body: { title: 'Title' } }],
    ['an unknown field', { ...pulls, method: 'POST', body: { ...wanted, isDraft: true } }],
    ['an unknown path', { ...pulls, method: 'POST', path: '/repos/acme/docs/merges/now', body: {} }],
    ['an unknown query parameter', { ...pulls, method: 'GET', query: new URLSearchParams({ branch: 'x' }), body: undefined }],
    [
      'a value that is not in the list',
      { ...pulls, method: 'GET', query: new URLSearchParams({ state: 'opened' }), body: undefined },
    ],
  ])('names %s', (_, request) => {
    expect(github.checkRequest(request)).toHaveLength(1)
  })

  it('names an answer that lacks what is promised', () => {
    expect(github.checkResponse({ ...pulls, method: 'POST', body: wanted }, 201, { number: 1 })).toHaveLength(1)
    expect(
      readContract('gitea-openapi.json').checkResponse({ ...pulls, method: 'GET', body: undefined }, 200, [{ number: 'one' }]),
    ).toHaveLength(1)
    const bitbucket = {
      method: 'GET',
      path: '/repositories/acme/docs/pullrequests/1',
      query: new URLSearchParams(),
      body: undefined,
    }
    expect(
      readContract('bitbucket-openapi.json').checkResponse(bitbucket, 200, { type: 'pullrequest', state: 'open' }),
    ).toHaveLength(1)
  })
})
