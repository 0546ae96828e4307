import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Manifest } from '../../../server/backup/manifest.ts'
import { runFile, startFile, type CommandResult, type StartedProcess } from '../../support/run.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

type Environment = Record<string, string>

const environment = (dataDir: string, env: Environment): Record<string, string | undefined> => ({
  ...process.env,
  KITROOM_DATA_DIR: dataDir,
  ...env,
})

export const kitroom = (dataDir: string, args: readonly string[], env: Environment = {}): Promise<CommandResult> =>
  runFile('cli/main.ts', args, environment(dataDir, env))

/** Starts an operator command without the command line, so that a test can kill it. */
export const startCommand = (
  dataDir: string,
  file: string,
  args: readonly string[],
  env: Environment = {},
): StartedProcess => startFile(`server/operator/${file}`, args, environment(dataDir, env))

type Run = typeof kitroom

const runJson =
  (run: Run) =>
  async (dataDir: string, args: readonly string[], env: Environment = {}): Promise<Record<string, unknown>> => {
    const { code, out, err } = await run(dataDir, [...args, '--json'], env)
    if (code !== 0) throw new Error(`kitroom ${args.join(' ')} ended with ${code}: ${err}${out}`)
    return JSON.parse(out) as Record<string, unknown>
  }

/** Runs the command line with --json. Throws unless it exits with 0. */
export const kitroomJson = runJson(kitroom)

const PROGRAMS = new Map([
  ['backup', 'server/operator/backup.ts'],
  ['restore', 'server/operator/restore.ts'],
  ['account list', 'server/operator/accountList.ts'],
  ['account create', 'server/operator/accountCreate.ts'],
])

/** Runs the program that such a command of `kitroom` starts, without the command line: one process instead of two. */
export function operate(dataDir: string, args: readonly string[], env: Environment = {}): Promise<CommandResult> {
  for (const [command, file] of PROGRAMS) {
    const words = command.split(' ')
    if (words.every((word, index) => args[index] === word))
      return runFile(file, args.slice(words.length), environment(dataDir, env))
  }
  throw new Error(`kitroom ${args.join(' ')} starts no program`)
}

/** Runs the program with --json. Throws unless it exits with 0. */
export const operateJson = runJson(operate)

export const manifestOf = (backup: string): Manifest & { check: string } =>
  JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8')) as Manifest & { check: string }

/** Row count and hash of each table in a backup, but for account_state: a restore changes its epoch. */
export const contentOf = (backup: string): Record<string, string> =>
  Object.fromEntries(
    manifestOf(backup)
      .files.filter(({ table }) => table !== undefined && table !== 'account_state')
      .map(({ table, rows, sha256 }) => [table, `${rows} ${sha256}`]),
  )

export async function runShell(
  script: string,
  env: Record<string, string>,
): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn('/bin/sh', ['-c', script], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (text: Buffer) => (out += text.toString()))
  child.stderr.on('data', (text: Buffer) => (err += text.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, out, err }
}
