import { APICallError } from 'ai'
import { Fault } from '../../lib/fault.ts'
import { type ModelSettings, modelName } from '../models/model-settings.ts'

/** How providers say that the conversation is longer than the model takes. */
const OVERFLOW =
  /context[ _-]?(?:length|window|size)|maximum context|prompt is too long|too many (?:input )?tokens|input token count|input is too long|request_too_large|exceeds? the (?:available |model'?s? )?(?:context|maximum)|reduce the length/iu

/** How providers say that the account has nothing left, with the status that also means "slow down". */
const QUOTA = /insufficient_quota|billing|credit balance|exceeded your current quota/iu

const MESSAGE_CHARACTERS_MAX = 300

/** What became of a call that failed. */
export interface CallTrouble {
  fault: Fault
  /** True when the conversation was too long: it can be pruned and sent again. */
  isOverflow: boolean
}

/**
 * Turns what the library throws into words for the user.
 *
 * The error itself goes no further: it holds the whole conversation, and what a provider writes into its message can hold the key.
 */
export function toTrouble(error: unknown, settings: ModelSettings): CallTrouble {
  if (error instanceof Fault) return { fault: error, isOverflow: false }
  // The library takes an answer that began well and then broke off for a failed call with the status of its beginning.
  if (!APICallError.isInstance(error) || (error.statusCode ?? 400) < 300)
    return { fault: cutOff(error, settings), isOverflow: false }
  const text = `${error.message} ${error.responseBody ?? ''}`
  const isOverflow = [400, 413, 422].includes(error.statusCode ?? 0) && OVERFLOW.test(text)
  return { fault: statusFault(error, text, settings), isOverflow }
}

function statusFault(error: APICallError, text: string, settings: ModelSettings): Fault {
  const { provider, name } = settings
  const status = error.statusCode
  const said = sayable(error.message, settings)
  if (status === undefined)
    return new Fault({
      code: 'model_unreachable',
      message: `${provider} could not be reached.`,
      hint: 'Check the network and DOCWRIGHT_MODEL_URL.',
      isPassing: true,
    })
  if (status === 401 || status === 403)
    return new Fault({
      code: 'model_key_refused',
      message: `${provider} refused the key (${status}): ${said}`,
      hint: '`docwright doctor` checks the key.',
    })
  if (status === 402 || (status === 429 && QUOTA.test(text)))
    return new Fault({
      code: 'model_quota',
      message: `The account at ${provider} has no credit left: ${said}`,
      hint: 'Add credit, then send the job a message.',
    })
  if (status === 404)
    return new Fault({
      code: 'model_not_found',
      message: `${provider} has no model ${name}: ${said}`,
      hint: "Check the model of the job, the project or DOCWRIGHT_MODEL, and the provider's address.",
    })
  if (status === 429)
    return new Fault({
      code: 'model_rate_limited',
      message: `${provider} takes no more requests right now.`,
      isPassing: true,
      retryAfterSeconds: retryAfterSeconds(error),
    })
  if (status >= 500 || status === 408 || status === 409 || status === 425)
    return new Fault({
      code: 'model_unavailable',
      message: `${provider} answered with ${status}: ${said}`,
      isPassing: true,
      retryAfterSeconds: retryAfterSeconds(error),
    })
  return new Fault({ code: 'model_request_refused', message: `${provider} refused the request (${status}): ${said}` })
}

/** A line that broke, a stream that ended early, an answer that is not in the provider's own format. */
function cutOff(error: unknown, settings: ModelSettings): Fault {
  const { name = '', code = '', cause } = (error ?? {}) as { name?: string; code?: string; cause?: { code?: string } }
  const isNetwork = name === 'TypeError' || /^E[A-Z]+$|^UND_/u.test(code) || cause?.code !== undefined
  if (isNetwork)
    return new Fault({
      code: 'model_unreachable',
      message: `The connection to ${settings.provider} broke.`,
      hint: 'Check the network and DOCWRIGHT_MODEL_URL.',
      isPassing: true,
    })
  return new Fault({
    code: 'model_answer_cut',
    message: `The answer of ${modelName(settings)} was cut off or could not be read.`,
    isPassing: true,
  })
}

export function timeoutFault(settings: ModelSettings, milliseconds: number): Fault {
  const seconds = Math.round(milliseconds / 1000)
  return new Fault({
    code: 'model_timeout',
    message: `${modelName(settings)} did not answer within ${seconds} seconds.`,
    isPassing: true,
  })
}

/** What a provider wrote, for a person to read: one line, no key, not too long. */
function sayable(message: string, { key }: ModelSettings): string {
  const clean = (key ? message.replaceAll(key, '[key]') : message)
    // A provider repeats a refused key with its middle left out.
    .replaceAll(/\b(?:sk|pk|key|AIza)[-_\w*.]{6,}/gu, '[key]')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  return clean.length > MESSAGE_CHARACTERS_MAX ? `${clean.slice(0, MESSAGE_CHARACTERS_MAX)}…` : clean || 'no reason was given'
}

function retryAfterSeconds({ responseHeaders = {} }: APICallError): number | null {
  const milliseconds = Number.parseFloat(responseHeaders['retry-after-ms'] ?? '')
  if (milliseconds >= 0) return milliseconds / 1000
  const after = responseHeaders['retry-after'] ?? ''
  const seconds = Number.parseFloat(after)
  if (seconds >= 0) return seconds
  // A date is meant by the clock of whoever sent it.
  const wait = (Date.parse(after) - Date.parse(responseHeaders['date'] ?? '')) / 1000
  return wait >= 0 ? wait : null
}
