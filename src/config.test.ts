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
