// Copies the worker's state for backup, restore and move. It is a process of its own, because the server's code knows
// no table of the worker.
//   state.ts write --folder <folder>                    into files; prints StateFiles as JSON
//   state.ts load --folder <folder> --schema <a,b,c>    from files; prints the rows per table as JSON
//   state.ts load --database <file>                     from a SQLite file; prints {"rows": n}
//   state.ts move --to <url> [--json]
//   state.ts settings --json                            prints {"text": kitroom.yaml in force, or null} as JSON
// The database is that of KITROOM_WORKER_DATABASE_URL.
import { parseArgs } from 'node:util'
import { SettingsError } from '../../config/config.ts'
import { systemClock } from '../../platform/clock.ts'
import { ConfigError } from '../../platform/environment.ts'
import { toFileUrl } from '../../platform/sql/databaseFile.ts'
import { TableFileError } from '../../platform/sql/rows/errors.ts'
import { DatabaseUnavailable } from '../../platform/sql/types.ts'
import { copyState, loadStateFiles, writeStateFiles } from '../../state/database/transfer.ts'
import { readStateLocation } from './config.ts'
import { moveState } from './moveState.ts'
import { readSettingsInForce } from './readSettings.ts'

const options = {
  folder: { type: 'string' },
  schema: { type: 'string' },
  database: { type: 'string' },
  to: { type: 'string' },
  json: { type: 'boolean' },
} as const

const isUserError = (error: unknown): error is Error =>
  error instanceof ConfigError ||
  error instanceof SettingsError ||
  error instanceof TableFileError ||
  error instanceof DatabaseUnavailable ||
  (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE'))

async function runCommand(signal: AbortSignal): Promise<string> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const { dataDir, url } = readStateLocation(process.env)
  const transfer = { clock: systemClock, signal }
  const { folder, schema, database, to, json } = values
  const [command] = positionals
  if (command === 'write' && folder !== undefined) return JSON.stringify(await writeStateFiles(url, folder, transfer))
  if (command === 'load' && folder !== undefined && schema !== undefined)
    return JSON.stringify(await loadStateFiles(url, folder, schema.split(','), transfer))
  if (command === 'load' && database !== undefined)
    return JSON.stringify({ rows: await copyState(toFileUrl(database), url, transfer, () => Promise.resolve()) })
  if (command === 'settings') return JSON.stringify({ text: (await readSettingsInForce(dataDir, url)) ?? null })
  if (command !== 'move' || to === undefined) throw new ConfigError('Give --to: the URL of an empty database.')
  const { place, rows } = await moveState({ dataDir, from: url, to, ...transfer })
  if (json) return JSON.stringify({ place, rows })
  return [
    `Moved ${rows} rows to: ${place}.`,
    'Set KITROOM_WORKER_DATABASE_URL to that URL where the worker is started. No worker starts on the old database any more.',
  ].join('\n')
}

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
try {
  process.stdout.write(`${await runCommand(stopping.signal)}\n`)
} catch (error) {
  const named = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  const text = isUserError(error) ? error.message : named
  process.stderr.write(stopping.signal.aborted ? 'Stopped. Nothing was changed.\n' : `${text}\n`)
  process.exitCode = stopping.signal.aborted ? 130 : 1
}
