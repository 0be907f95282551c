import { describe, expect, it } from 'vitest'
import type { CodeHostName } from '../lib/code-host-names.ts'
import { detectCodeHost } from './detect-code-host.ts'

describe('detectCodeHost', () => {
  it.each([
    ['https://github.com/acme/docs', 'github', 'https://github.com/acme/docs'],
    ['https://github.com/acme/docs.git', 'github', 'https://github.com/acme/docs'],
    ['https://GitHub.com/acme/docs/', 'github', 'https://github.com/acme/docs'],
    ['https://github.com/acme/docs?tab=readme#top', 'github', 'https://github.com/acme/docs'],
    ['github.com/acme/docs', 'github', 'https://github.com/acme/docs'],
    ['git@github.com:acme/docs.git', 'github', 'https://github.com/acme/docs'],
    ['github.com:acme/docs.git', 'github', 'https://github.com/acme/docs'],
    ['ssh://git@github.com/acme/docs.git', 'github', 'https://github.com/acme/docs'],
    ['ssh://git@github.com:22/acme/docs.git', 'github', 'https://github.com/acme/docs'],
    ['https://gitlab.com/acme/guides/docs', 'gitlab', 'https://gitlab.com/acme/guides/docs'],
    ['https://gitlab.com/acme/docs/-/tree/main', 'gitlab', 'https://gitlab.com/acme/docs'],
    ['git@gitlab.com:acme/guides/docs.git', 'gitlab', 'https://gitlab.com/acme/guides/docs'],
    ['https://ada@bitbucket.org/acme/docs.git', 'bitbucket', 'https://bitbucket.org/acme/docs'],
    ['https://codeberg.org/acme/docs', 'gitea', 'https://codeberg.org/acme/docs'],
  ])('recognises %s', (named, codeHost, repository) => {
    expect(detectCodeHost(named)).toEqual({ codeHost, repository })
  })

  it.each(['/srv/git/docs.git', './docs', '../docs', 'docs', 'file:///srv/git/docs', 'C:\\docs', './a@b:c'])(
    'takes %s for a local repository',
    (named) => {
      expect(detectCodeHost(named)).toEqual({ codeHost: 'builtin', repository: named })
    },
  )

  it('needs a name for hosts that it does not know', () => {
    expect(() => detectCodeHost('https://git.example.com/acme/docs')).toThrow(/git\.example\.com.*name the code host/)
    expect(detectCodeHost('https://git.example.com:8443/acme/docs', { codeHost: 'gitea' })).toEqual({
      codeHost: 'gitea',
      repository: 'https://git.example.com:8443/acme/docs',
    })
    expect(detectCodeHost('git@git.example.com:acme/docs.git', { codeHost: 'gitlab' }).repository).toBe(
      'https://git.example.com/acme/docs',
    )
  })

  it.each([
    ['http://github.com/acme/docs', undefined],
    ['http://127.0.0.1:3000/acme/docs', 'gitea'],
    ['git://github.com/acme/docs', undefined],
    ['ftp://example.com/acme/docs', 'gitea'],
    ['ext::sh -c whoami', 'github'],
    ['https://github.com', undefined],
    ['https://github.com/acme', undefined],
    ['https://github.com/acme/docs/tree/main', undefined],
    ['https://github.com/acme/../docs', undefined],
    ['https://github.com/acme/%2e%2e', undefined],
    ['https://github.com/-acme/docs', undefined],
    ['https://github.com/acme/docs', 'gitlab'],
    ['https://github.com/acme/docs', 'builtin'],
    ['./docs', 'github'],
  ] as [string, CodeHostName | undefined][])('refuses %s (%s)', (named, codeHost) => {
    expect(() => detectCodeHost(named, codeHost ? { codeHost } : {})).toThrow()
  })

  it('refuses an address with a token, without repeating it', () => {
    for (const named of ['https://ada:s3cret@github.com/acme/docs', 'https://ghp_s3cret@github.com/acme/docs'])
      expect(() => detectCodeHost(named)).toThrow(/^(?!.*s3cret).*contains a password or a token/)
  })

  it('takes http: on this machine only, and only when asked to', () => {
    const options = { codeHost: 'gitea', isLoopbackHttpAllowed: true } as const
    expect(detectCodeHost('http://127.0.0.1:3000/acme/docs', options).repository).toBe('http://127.0.0.1:3000/acme/docs')
    expect(() => detectCodeHost('http://10.0.0.1/acme/docs', options)).toThrow()
    expect(() => detectCodeHost('http://127.0.0.1.example.com/acme/docs', options)).toThrow()
  })
})
