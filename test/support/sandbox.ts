import { probeSandbox } from '../../src/agents/acp/sandbox/sandbox.ts'

const fault = await probeSandbox(process.env['PATH'] ?? '')

/** Why tests that need a sandbox cannot run on this machine; null when they can. */
export const NO_SANDBOX: string | null = fault && fault.message

/** For the title of a suite, so that the report says why it was skipped. */
export function sandboxed(title: string): string {
  return NO_SANDBOX === null ? title : `${title} (skipped: ${NO_SANDBOX})`
}
