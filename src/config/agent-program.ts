import { ACP_PRESETS, type AcpSettings, readCommandLine } from '../agents/acp/acp-settings.ts'
import type { Environment } from './environment.ts'

/** The agent program of projects with the agent `acp`; null when there is none. */
export function readAgentProgram(env: Environment): AcpSettings | null {
  const [name, line] = [env.text('DOCWRIGHT_ACP_AGENT'), env.text('DOCWRIGHT_ACP_COMMAND')]
  const command = readCommandLine(line ?? '')
  if (name === null) {
    // A command without a name is called as its program is.
    const program =
      command[0]
        ?.split('/')
        .at(-1)
        ?.replaceAll(/[^\w.-]/g, '') ?? ''
    return line === null ? null : { name: program || 'program', command, preset: null }
  }
  const preset = Object.hasOwn(ACP_PRESETS, name) ? ACP_PRESETS[name]! : null
  if (preset) return { name, command: line === null ? preset.command : command, preset }
  env.mistakes.push(`DOCWRIGHT_ACP_AGENT must be one of ${Object.keys(ACP_PRESETS).join(', ')}, not "${name}"`)
  return null
}
