import { join } from 'node:path'
import { z } from 'zod'
import { Scope, workerScopes } from '../../contract/scopes.ts'
import { WorkerFile } from '../../contract/workerFile.ts'
import { LocalError } from '../errors.ts'
import { askOperator } from './operator.ts'
import { readJson, writeSecret } from '../../platform/secretFile.ts'

const Access = z.object({ url: z.string(), api_key: z.string() })
const Accounts = z.array(z.object({ account_id: z.string() }))
const NewAccount = z.object({ account_id: z.string(), owner_key: z.string(), api_key: z.string() })
const WorkerKey = z.object({ account_id: z.string(), api_key: z.string(), scopes: z.array(Scope) })

export type NewAccount = z.output<typeof NewAccount>

export interface KeyOptions {
  dataFolder: string
  env: Record<string, string | undefined>
  /** Where the API will answer, without a path. */
  apiUrl: string
  /** Flags of `account create`, for the first start. */
  accountFlags: readonly string[]
  /** Which account the worker serves; needed when there are several. Makes the worker a new key. */
  workerAccount?: string | undefined
  /** Called at once with a new account: its keys are shown only this time. */
  onAccount: (account: NewAccount) => void
}

const suffices = (scopes: readonly string[]): boolean => workerScopes.every((scope) => scopes.includes(scope))

async function workerAccess(options: KeyOptions, accounts: number): Promise<WorkerFile> {
  const known = accounts === 0 ? undefined : readJson(join(options.dataFolder, 'worker.json'), WorkerFile)
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

/**
 * Sees to it that there is an account (made on the very first start), a key for the worker (`worker.json`) and access for the CLI (`cli.json`).
 * @returns the account just made, if it was
 * @throws LocalError
 */
export async function prepareKeys(options: KeyOptions): Promise<NewAccount | undefined> {
  const { dataFolder, env, apiUrl, accountFlags, onAccount } = options
  const accounts = (await askOperator('accountList.ts', [], env, Accounts)).length
  const created = accounts === 0 ? await askOperator('accountCreate.ts', accountFlags, env, NewAccount) : undefined
  if (created) onAccount(created)
  const cliFile = join(dataFolder, 'cli.json')
  const cli = created ?? readJson(cliFile, Access)
  if (cli) writeSecret(cliFile, { url: apiUrl, api_key: cli.api_key })
  writeSecret(join(dataFolder, 'worker.json'), { ...(await workerAccess(options, accounts)), url: apiUrl })
  return created
}
