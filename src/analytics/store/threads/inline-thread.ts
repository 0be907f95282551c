import { type OpenCommands, openCommands } from './open-commands.ts'
import type { ReportFailure } from './thread-commands.ts'
import type { Commands, Thread, ThreadSettings } from './create-thread.ts'

/** Carries out commands in the caller's own thread, for a process of which nobody else expects an answer meanwhile. */
export function createInlineThread<Set extends Commands>(settings: ThreadSettings, report: ReportFailure): Thread<Set> {
  let opened: Promise<OpenCommands> | null = null
  return {
    call: (async (name: string, ...words: unknown[]) => {
      opened ??= openCommands(settings, report)
      return (await opened).commands[name]!(...words)
    }) as unknown as Thread<Set>['call'],
    close: async () => {
      await (await opened)?.close()
    },
  }
}
