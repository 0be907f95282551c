import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ScriptedModel, type WireFormatName, startScriptedModel } from '../../../test/support/scripted-model.ts'
import { readConfig } from '../../config.ts'
import { checkModelAccess } from './check-access.ts'

let model: ScriptedModel
beforeAll(async () => {
  model = await startScriptedModel()
})
afterAll(() => model.close())

const check = (format: WireFormatName, env: Record<string, string> = {}) =>
  checkModelAccess(readConfig({ ...model.env(format), ...env }).model!, fetch)

describe('the check of a model', () => {
  it.each(['chat', 'responses', 'messages', 'google'] as const)(
    'is content when the provider takes the key: %s',
    async (format) => {
      expect(await check(format)).toBeNull()
      expect(model.asked).toEqual([])
    },
  )

  it('names the variable of a key that is missing or refused', async () => {
    expect(await check('messages', { ANTHROPIC_API_KEY: '' })).toMatchObject({
      code: 'model_key_missing',
      hint: 'set ANTHROPIC_API_KEY',
    })
    const refused = await check('responses', { OPENAI_API_KEY: 'sk-wrong' })
    expect(refused).toMatchObject({ code: 'model_key_refused', hint: expect.stringContaining('OPENAI_API_KEY') })
    expect(JSON.stringify(refused)).not.toContain('sk-wrong')
  })

  it('says that the server cannot be reached, or has no such model', async () => {
    expect(await check('chat', { DOCWRIGHT_MODEL_URL: 'http://127.0.0.1:9/v1' })).toMatchObject({ code: 'model_unreachable' })
    expect(await check('chat', { DOCWRIGHT_MODEL: 'compatible/other' })).toMatchObject({
      hint: expect.stringContaining('scripted'),
    })
  })
})
