import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest } from '../../server/backup/manifest.ts'
import { runFile, startFile, type Ran, type Started } from '../support/run.ts'

type Environment = Record<string, string>

const environment = (dataDir: string, env: Environment): Record<string, string | undefined> => ({ ...process.env, KITROOM_DATA_DIR: dataDir, ...env })

/** Runs the command line on a data folder, as a person does. */
export const kitroom = (dataDir: string, args: readonly string[], env: Environment = {}): Promise<Ran> =>
  runFile('cli/main.ts', args, environment(dataDir, env))

/** Starts an operator command itself, to be killed. */
export const startCommand = (dataDir: string, file: string, args: readonly string[], env: Environment = {}): Started =>
  startFile(`server/operator/${file}`, args, environment(dataDir, env))

/** Runs the command line and reads its JSON; fails with what it said when it does not end with 0. */
export async function kitroomJson(dataDir: string, args: readonly string[], env: Environment = {}): Promise<Record<string, unknown>> {
  const { code, out, err } = await kitroom(dataDir, [...args, '--json'], env)
  if (code !== 0) throw new Error(`kitroom ${args.join(' ')} ended with ${code}: ${err}${out}`)
  return JSON.parse(out) as Record<string, unknown>
}

export const manifestOf = (backup: string): Manifest & { check: string } =>
  JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8')) as Manifest & { check: string }

/** What a backup says of each table's content. A restore gives accounts another epoch, so their state differs. */
export const contentOf = (backup: string): Record<string, string> =>
  Object.fromEntries(
    manifestOf(backup)
      .files.filter(({ table }) => table !== undefined && table !== 'account_state')
      .map(({ table, rows, sha256 }) => [table, `${rows} ${sha256}`]),
  )
