import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { Scope, workerScopes } from '../../contract/scopes.ts'
import { WorkerFile } from '../../contract/control/workerFile.ts'
import { readJson, writeSecret } from '../../platform/secretFile.ts'
import { LocalError } from '../errors.ts'
import type { ProgressPrinter } from '../progressPrinter.ts'
import { prepareCliFile, refuseForeignCliFile } from './cliFile.ts'
import { readKeyHolder } from './keyHolder.ts'
import { runOperatorCommand } from './operatorCommand.ts'

const Accounts = z.array(z.object({ account_id: z.string() }))
const NewAccount = z.object({ account_id: z.string(), owner_key: z.string(), api_key: z.string() })
const WorkerKey = z.object({ account_id: z.string(), api_key: z.string(), scopes: z.array(Scope) })

export type NewAccount = z.output<typeof NewAccount>

export interface KeyOptions {
  dataFolder: string
  env: Record<string, string | undefined>
  printer: ProgressPrinter
  apiUrl: string
  /** Flags of `account create`, for the first start. */
  accountFlags: readonly string[]
  /** Account of the worker; required if there are several. It gets a new key. */
  workerAccount?: string | undefined
  /** Called with a new account, whose keys are shown only then. */
  onAccount: (account: NewAccount) => void
}

const hasWorkerScopes = (scopes: readonly string[]): boolean => workerScopes.every((scope) => scopes.includes(scope))
const toWorkerFilePath = ({ dataFolder }: KeyOptions): string => join(dataFolder, 'worker.json')

/** Reads `worker.json` and adds the account, which files of earlier versions lack. */
async function readWorkerFile(options: KeyOptions): Promise<WorkerFile | undefined> {
  const storedFile = readJson(toWorkerFilePath(options), WorkerFile)
  if (!storedFile || storedFile.account_id !== undefined) return storedFile
  return { ...storedFile, account_id: (await readKeyHolder(storedFile.api_key, options.env)).account_id ?? undefined }
}

function refuseForeignFile(options: KeyOptions, storedFile: WorkerFile | undefined, accounts: readonly string[]): void {
  if (!storedFile || (storedFile.account_id !== undefined && accounts.includes(storedFile.account_id))) return
  throw new LocalError(
    'other_account',
    [
      `${toWorkerFilePath(options)} belongs to an account that this database does not have, so it is not overwritten. Nothing was changed.`,
      'Set KITROOM_DATABASE_URL to the database that has the account, or KITROOM_DATA_DIR to another folder.',
      'To begin with a new account in this folder, move worker.json, cli.json and worker.db out of it first.',
    ].join('\n'),
  )
}

async function ensureWorkerKey(
  options: KeyOptions,
  storedFile: WorkerFile | undefined,
  accounts: number,
): Promise<WorkerFile> {
  if (storedFile && hasWorkerScopes(storedFile.scopes) && options.workerAccount === undefined) return storedFile
  const account = options.workerAccount ?? storedFile?.account_id
  if (accounts > 1 && account === undefined)
    throw new LocalError(
      'several_accounts',
      'There are several accounts and a worker serves one. Name it: npm start -- --account <id> (npm run kitroom -- account list)',
    )
  const createdKey = await runOperatorCommand(
    'workerKey.ts',
    account === undefined ? [] : ['--account', account],
    options.env,
    WorkerKey,
  )
  return { ...createdKey, webhook: storedFile?.account_id === createdKey.account_id ? storedFile.webhook : undefined }
}

/** Writes `worker.json`. Renames another account's file when --account replaces it. */
function writeWorkerFile(options: KeyOptions, file: WorkerFile, storedFile: WorkerFile | undefined): void {
  const path = toWorkerFilePath(options)
  if (storedFile && storedFile.account_id !== file.account_id && existsSync(path)) {
    const renamedPath = `${path}.before-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}`
    renameSync(path, renamedPath)
    options.printer.printLine(`The worker serves another account now. Its previous file is ${renamedPath}.`)
  }
  writeSecret(path, { ...file, url: options.apiUrl })
}

/**
 * Ensures an account (created at the first start), the worker's key (`worker.json`) and the CLI's access (`cli.json`).
 * Never overwrites files of another database's account.
 * @returns a new account
 * @throws LocalError
 */
export async function prepareKeys(options: KeyOptions): Promise<NewAccount | undefined> {
  const { env, accountFlags, onAccount } = options
  const accounts = (await runOperatorCommand('accountList.ts', [], env, Accounts)).map(({ account_id: id }) => id)
  const storedFile = await readWorkerFile(options)
  refuseForeignFile(options, storedFile, accounts)
  if (accounts.length === 0) refuseForeignCliFile(options)
  const created =
    accounts.length === 0 ? await runOperatorCommand('accountCreate.ts', accountFlags, env, NewAccount) : undefined
  if (created) onAccount(created)
  const worker = await ensureWorkerKey(options, storedFile, accounts.length)
  await prepareCliFile(options, created?.api_key, worker.account_id)
  writeWorkerFile(options, worker, storedFile)
  return created
}
