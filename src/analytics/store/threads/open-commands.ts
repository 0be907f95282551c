import { type ReportFailure, createReaderCommands, createWriterCommands } from './thread-commands.ts'
import type { ThreadSettings } from './create-thread.ts'

/** Connections for reading: so many questions run at once on PostgreSQL. SQLite answers one after the other. */
const POSTGRES_READERS = 4

export interface OpenCommands {
  commands: Record<string, (...words: unknown[]) => Promise<unknown>>
  close(): Promise<void>
}

/** Opens the database and what can be asked of it. Only the engine that is needed is loaded: threads should start quickly and be small. */
export async function openCommands(
  { engine: kind, address, role }: ThreadSettings,
  report: ReportFailure,
): Promise<OpenCommands> {
  const engine =
    kind === 'sqlite'
      ? (await import('../sqlite-engine.ts')).openSqliteEngine(address)
      : (await import('../postgres-engine.ts')).openPostgresEngine(address, role === 'writer' ? 1 : POSTGRES_READERS)
  const commands = role === 'writer' ? createWriterCommands(engine, report) : createReaderCommands(engine)
  return { commands: commands as unknown as OpenCommands['commands'], close: () => engine.close() }
}
