import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { Scope, workerScopes } from '../../contract/scopes.ts'
import { WorkerFile } from '../../contract/workerFile.ts'
import { readJson, writeSecret } from '../../platform/secretFile.ts'
import { LocalError } from '../errors.ts'
import type { Say } from '../say.ts'
import { prepareCliFile, refuseForeignCliFile } from './cliFile.ts'
import { findKeyHolder } from './keyHolder.ts'
import { askOperator } from './operator.ts'

const Accounts = z.array(z.object({ account_id: z.string() }))
const NewAccount = z.object({ account_id: z.string(), owner_key: z.string(), api_key: z.string() })
const WorkerKey = z.object({ account_id: z.string(), api_key: z.string(), scopes: z.array(Scope) })

export type NewAccount = z.output<typeof NewAccount>

export interface KeyOptions {
  dataFolder: string
  env: Record<string, string | undefined>
  say: Say
  apiUrl: string
  /** Flags of `account create`, for the first start. */
  accountFlags: readonly string[]
  /** Account of the worker; required when there are several. Creates a new key. */
  workerAccount?: string | undefined
  /** Called with a new account, whose keys are shown only now. */
  onAccount: (account: NewAccount) => void
}

const suffices = (scopes: readonly string[]): boolean => workerScopes.every((scope) => scopes.includes(scope))
const workerFileOf = ({ dataFolder }: KeyOptions): string => join(dataFolder, 'worker.json')

/** `worker.json` with its account; files of earlier versions have only the key. */
async function readWorkerFile(options: KeyOptions): Promise<WorkerFile | undefined> {
  const known = readJson(workerFileOf(options), WorkerFile)
  if (!known || known.account_id !== undefined) return known
  return { ...known, account_id: (await findKeyHolder(known.api_key, options.env)).account_id ?? undefined }
}

function refuseForeignFile(options: KeyOptions, known: WorkerFile | undefined, accounts: readonly string[]): void {
  if (!known || (known.account_id !== undefined && accounts.includes(known.account_id))) return
  throw new LocalError(
    'other_account',
    [
      `${workerFileOf(options)} belongs to an account that this database does not have, so it is not overwritten. Nothing was changed.`,
      'Set KITROOM_DATABASE_URL to the database that has the account, or KITROOM_DATA_DIR to another folder.',
      'To begin with a new account in this folder, move worker.json, cli.json and worker.db out of it first.',
    ].join('\n'),
  )
}

async function workerAccess(options: KeyOptions, known: WorkerFile | undefined, accounts: number): Promise<WorkerFile> {
  if (known && suffices(known.scopes) && options.workerAccount === undefined) return known
  const account = options.workerAccount ?? known?.account_id
  if (accounts > 1 && account === undefined)
    throw new LocalError(
      'several_accounts',
      'There are several accounts and a worker serves one. Name it: npm start -- --account <id> (npm run kitroom -- account list)',
    )
  const made = await askOperator('workerKey.ts', account === undefined ? [] : ['--account', account], options.env, WorkerKey)
  return { ...made, webhook: known?.account_id === made.account_id ? known.webhook : undefined }
}

/** Writes `worker.json`. Renames another account's file when --account replaces it. */
function writeWorkerFile(options: KeyOptions, file: WorkerFile, known: WorkerFile | undefined): void {
  const path = workerFileOf(options)
  if (known && known.account_id !== file.account_id && existsSync(path)) {
    const aside = `${path}.before-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}`
    renameSync(path, aside)
    options.say.line(`The worker serves another account now. Its previous file is ${aside}.`)
  }
  writeSecret(path, { ...file, url: options.apiUrl })
}

/**
 * Ensures an account (created at the first start), the worker's key (`worker.json`) and the CLI's access (`cli.json`). Never overwrites files of
 * another database's account.
 * @returns a new account
 * @throws LocalError
 */
export async function prepareKeys(options: KeyOptions): Promise<NewAccount | undefined> {
  const { env, accountFlags, onAccount } = options
  const accounts = (await askOperator('accountList.ts', [], env, Accounts)).map(({ account_id: id }) => id)
  const known = await readWorkerFile(options)
  refuseForeignFile(options, known, accounts)
  if (accounts.length === 0) refuseForeignCliFile(options)
  const created = accounts.length === 0 ? await askOperator('accountCreate.ts', accountFlags, env, NewAccount) : undefined
  if (created) onAccount(created)
  const worker = await workerAccess(options, known, accounts.length)
  await prepareCliFile(options, created?.api_key, worker.account_id)
  writeWorkerFile(options, worker, known)
  return created
}
