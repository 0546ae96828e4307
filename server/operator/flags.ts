import { parseArgs } from 'node:util'
import { systemClock, type Clock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import type { Database } from '../../platform/sql/types.ts'
import { readConfig } from '../context/config.ts'
import { checkAndRecord, openFolderDatabase } from '../folder/openDatabase.ts'

export class UsageError extends Error {
  override name = 'UsageError'
}

/**
 * Runs an operator command against the API database and sets the exit code. Only the result goes to standard output.
 */
export async function runOperatorCommand(
  flags: readonly string[],
  command: (values: Record<string, string | undefined>, db: Database, clock: Clock) => Promise<string>,
): Promise<void> {
  try {
    const options = Object.fromEntries(
      [...flags, 'json'].map((name) => [name, { type: name === 'json' ? ('boolean' as const) : ('string' as const) }]),
    )
    const { values } = parseArgs({ options, strict: true })
    const config = readConfig(process.env)
    const log = createLog({ name: 'operator', level: 'silent', format: 'json' })
    const { db } = await openFolderDatabase(config, log)
    try {
      const texts = Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, value === true ? 'true' : String(value)]),
      )
      process.stdout.write(`${await command(texts, db, systemClock)}\n`)
      await checkAndRecord(config, db, log)
    } finally {
      await db.close()
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}

/** Returns a required option. @throws UsageError */
export function requireOption(values: Record<string, string | undefined>, name: string): string {
  const value = values[name]?.trim()
  if (!value) throw new UsageError(`Give --${name}.`)
  return value
}
