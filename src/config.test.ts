import { describe, expect, it } from 'vitest'
import type { ConfigError } from './config.ts'
import { baseUrl, readConfig } from './config.ts'

describe('the configuration', () => {
  it('has defaults for everything, and cannot be changed', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      role: 'all',
      logLevel: 'info',
      databaseUrl: null,
      publicUrl: null,
      analyticsReadsPerMinute: 1000,
      jobsPerProject: 2,
      leaseSeconds: 30,
      archiveAfterDays: 30,
    })
    expect(config.data).toMatch(/\/data$/)
    expect(Object.isFrozen(config)).toBe(true)
  })

  it('names every mistake at once', () => {
    const env = {
      PORT: '70000',
      DOCWRIGHT_ROLE: 'boss',
      DOCWRIGHT_LOG: 'loud',
      DOCWRIGHT_PUBLIC_URL: 'docs.example.com',
      DOCWRIGHT_DATABASE_URL: 'mysql://me:secret@host/x',
      DOCWRIGHT_JOBS_PER_PROJECT: 'two',
    }
    const mistakes = (() => {
      try {
        readConfig(env)
        return []
      } catch (error) {
        return (error as ConfigError).mistakes
      }
    })()
    expect(mistakes).toHaveLength(6)
    for (const name of Object.keys(env)) expect(mistakes.join('\n')).toContain(name)
    expect(mistakes.join('\n')).not.toContain('secret')
  })

  it('trusts proxies on this machine, or those that are named, and names the one that is wrong', () => {
    const read = (text: string) => readConfig({ DOCWRIGHT_TRUSTED_PROXIES: text }).trustedProxies
    expect(readConfig({}).trustedProxies).toEqual(read('loopback'))
    expect(read('loopback')).toHaveLength(2)
    expect(read('none')).toEqual([])
    expect(read('private, loopback')).toEqual([...read('private'), ...read('loopback')])
    expect(read(' 172.64.0.0/13, 2606:4700::/32 ,192.0.2.1')).toHaveLength(3)
    for (const wrong of ['cloudflare', '172.64.0.0/33', '0.0.0.0/0', '172.64', 'Private', '*', 'all'])
      expect(() => read(`192.0.2.1,${wrong}`)).toThrow(
        `DOCWRIGHT_TRUSTED_PROXIES must be none, loopback, private, or addresses and prefixes such as 172.64.0.0/13,2606:4700::/32, not "${wrong}"`,
      )
    expect(() => read('none,loopback')).toThrow('DOCWRIGHT_TRUSTED_PROXIES must be none alone')
  })

  it('takes an agent program by the name of a preset, by its command line, or by both', () => {
    expect(readConfig({}).acp).toBeNull()
    expect(readConfig({ DOCWRIGHT_ACP_AGENT: 'opencode' }).acp).toMatchObject({ name: 'opencode', command: ['opencode', 'acp'] })
    expect(readConfig({ DOCWRIGHT_ACP_COMMAND: '/opt/my agent/run' }).acp).toMatchObject({ command: ['/opt/my', 'agent/run'] })
    expect(readConfig({ DOCWRIGHT_ACP_COMMAND: `"/opt/my agent/run" --acp 'a b'` }).acp).toEqual({
      name: 'run',
      command: ['/opt/my agent/run', '--acp', 'a b'],
      preset: null,
    })
    const both = readConfig({ DOCWRIGHT_ACP_AGENT: 'gemini', DOCWRIGHT_ACP_COMMAND: '/opt/gemini --acp' }).acp
    expect(both).toMatchObject({ name: 'gemini', command: ['/opt/gemini', '--acp'], preset: { providers: ['google'] } })
    for (const name of ['constructor', 'cursor'])
      expect(() => readConfig({ DOCWRIGHT_ACP_AGENT: name })).toThrow(
        'must be one of opencode, gemini, claude-code, codex, goose',
      )
  })

  it('has no model unless one is set, and takes the key under its usual name', () => {
    expect(readConfig({ OPENAI_API_KEY: 'sk-x' }).model).toBeNull()
    expect(readConfig({ DOCWRIGHT_MODEL: 'openai/gpt-5', OPENAI_API_KEY: 'sk-x', ANTHROPIC_API_KEY: 'other' }).model).toEqual({
      provider: 'openai',
      name: 'gpt-5',
      key: 'sk-x',
      url: null,
      price: null,
      costUsdMax: 5,
      contextTokens: 128_000,
    })
    const local = { DOCWRIGHT_MODEL: 'compatible/org/model:7b', DOCWRIGHT_MODEL_URL: 'http://127.0.0.1:11434/v1/' }
    expect(readConfig({ ...local, DOCWRIGHT_MODEL_PRICE: '0.5/15' }).model).toMatchObject({
      name: 'org/model:7b',
      key: null,
      url: 'http://127.0.0.1:11434/v1',
      price: { input: 0.5, output: 15 },
    })
    expect(readConfig({ DOCWRIGHT_MODEL: 'google/g', GEMINI_API_KEY: 'AIza' }).model).toMatchObject({ key: 'AIza' })
  })

  it('knows keys, addresses and prices also of models that only projects use', () => {
    const { models, model } = readConfig({
      DOCWRIGHT_MODEL: 'openai/gpt-5',
      DOCWRIGHT_MODEL_URL: 'https://gateway.example.com/v1',
      DOCWRIGHT_COMPATIBLE_URL: 'http://127.0.0.1:11434/v1',
      ANTHROPIC_API_KEY: 'sk-a',
      DOCWRIGHT_MODEL_PRICE: '3/15, anthropic/claude-*=1/5',
    })
    expect(models.providers).toEqual({
      anthropic: { key: 'sk-a', url: null },
      openai: { key: null, url: 'https://gateway.example.com/v1' },
      google: { key: null, url: null },
      compatible: { key: null, url: 'http://127.0.0.1:11434/v1' },
    })
    expect(model).toMatchObject({ price: { input: 3, output: 15 }, url: 'https://gateway.example.com/v1' })
    expect(models.prices[1]).toEqual({ pattern: 'anthropic/claude-*', price: { input: 1, output: 5 } })
  })

  it.each([
    { DOCWRIGHT_MODEL: 'gpt-5' },
    { DOCWRIGHT_MODEL: 'openai/' },
    { DOCWRIGHT_MODEL: 'other/x' },
    { DOCWRIGHT_MODEL: 'compatible/x' },
    { DOCWRIGHT_MODEL_URL: 'localhost:11434' },
    { DOCWRIGHT_MODEL_PRICE: 'cheap' },
    { DOCWRIGHT_MODEL_PRICE: '3/15,other/x=1/2' },
    { DOCWRIGHT_ANTHROPIC_URL: 'api.example.com' },
    { DOCWRIGHT_MODEL_CONTEXT: '12' },
    { DOCWRIGHT_RUN_COST_MAX: '0' },
    { DOCWRIGHT_SIGNATURE_DIRECTORIES: 'agent.example' },
    { DOCWRIGHT_SIGNATURE_DIRECTORIES: 'off, agent.example=file:///keys' },
    { DOCWRIGHT_SIGNATURE_DIRECTORIES: 'https://agent.example=https://agent.example/keys' },
  ])('refuses %j', (env) => {
    expect(() => readConfig(env)).toThrow(Object.keys(env)[0])
  })

  it('reads the settings of a single sign-on', () => {
    const env = {
      DOCWRIGHT_OIDC_ISSUER: 'https://id.example.com/',
      DOCWRIGHT_OIDC_CLIENT_ID: 'a',
      DOCWRIGHT_OIDC_CLIENT_SECRET: 'b',
    }
    expect(readConfig({}).singleSignOn).toBeNull()
    expect(readConfig(env).singleSignOn).toEqual({
      issuer: 'https://id.example.com/',
      clientId: 'a',
      clientSecret: 'b',
      label: 'Single sign-on',
      domains: new Map(),
      organisation: null,
    })
    const more = {
      DOCWRIGHT_OIDC_LABEL: 'Acme',
      DOCWRIGHT_OIDC_ROLE: 'editor',
      DOCWRIGHT_OIDC_DOMAINS: ' Example.com , partner.org = viewer,bücher.example=admin,',
      DOCWRIGHT_OIDC_ORGANISATION: 'example.com',
    }
    expect(readConfig({ ...env, ...more }).singleSignOn).toMatchObject({
      label: 'Acme',
      domains: new Map([
        ['example.com', 'editor'],
        ['partner.org', 'viewer'],
        ['xn--bcher-kva.example', 'admin'],
      ]),
      organisation: { claim: 'hd', value: 'example.com' },
    })
    // A role without domains, as there may be from before, opens nothing.
    expect(readConfig({ ...env, DOCWRIGHT_OIDC_ROLE: 'admin' }).singleSignOn!.domains.size).toBe(0)
    const tenant = { DOCWRIGHT_OIDC_ORGANISATION: 'x-1', DOCWRIGHT_OIDC_ORGANISATION_CLAIM: 'tid' }
    expect(readConfig({ ...env, ...tenant }).singleSignOn).toMatchObject({ organisation: { claim: 'tid', value: 'x-1' } })
    expect(() => readConfig({ ...env, DOCWRIGHT_OIDC_ORGANISATION_CLAIM: 'tid' })).toThrow('DOCWRIGHT_OIDC_ORGANISATION')
    for (const wrong of [
      '@example.com',
      '*.example.com',
      'example',
      'example.com.',
      'a.com=owner',
      'a.com=',
      'a.com=viewer=x',
      'a.com,A.com',
    ])
      expect(() => readConfig({ ...env, DOCWRIGHT_OIDC_DOMAINS: wrong }), wrong).toThrow('DOCWRIGHT_OIDC_DOMAINS must be domains')
    for (const name of Object.keys(env)) expect(() => readConfig({ ...env, [name]: '' })).toThrow('must be set together')
    for (const issuer of ['id.example.com', 'http://id.example.com', 'http://127.0.0.1.example.com'])
      expect(() => readConfig({ ...env, DOCWRIGHT_OIDC_ISSUER: issuer })).toThrow('DOCWRIGHT_OIDC_ISSUER')
    expect(() => readConfig({ ...env, DOCWRIGHT_OIDC_ROLE: 'owner' })).toThrow('DOCWRIGHT_OIDC_ROLE')
  })

  it('reads whom to ask for the keys of signatures', () => {
    const read = (text: string) => readConfig({ DOCWRIGHT_SIGNATURE_DIRECTORIES: text }).signatureDirectories
    expect(readConfig({}).signatureDirectories).toEqual({ asksKnownSigners: true, own: {} })
    expect(read('off')).toEqual({ asksKnownSigners: false, own: {} })
    expect(read('Agent.example=https://agent.example/keys?a=b, off')).toEqual({
      asksKnownSigners: false,
      own: { 'agent.example': 'https://agent.example/keys?a=b' },
    })
  })

  it('takes an empty variable as not set', () => {
    expect(readConfig({ PORT: '', HOST: ' ' })).toMatchObject({ port: 8080, host: '127.0.0.1' })
  })

  it.each([
    [{}, 'http://127.0.0.1:8080'],
    [{ HOST: '0.0.0.0', PORT: '9000' }, 'http://127.0.0.1:9000'],
    [{ HOST: '::1' }, 'http://[::1]:8080'],
    [{ DOCWRIGHT_PUBLIC_URL: 'https://docs.example.com/' }, 'https://docs.example.com'],
  ])('gives for %j the address %s', (env, url) => {
    expect(baseUrl(readConfig(env))).toBe(url)
  })
})
