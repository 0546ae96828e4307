import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { scopes, type Scope } from '../../contract/scopes.ts'
import { createSilentLog } from '../../platform/log.ts'
import { issueKey } from '../../server/auth/issueKey.ts'
import { readConfig } from '../../server/context/config.ts'
import type { Schema } from '../../server/db/schema.ts'
import { checkAndRecord, openFolderDatabase } from '../../server/folder/openDatabase.ts'
import { AccountDetails, createAccount as insertNewAccount, type NewAccount } from '../../server/operator/newAccount.ts'
import { withDatabase } from './database.ts'
import { findProgram } from './programs.ts'
import { buildDataFolderEnvironment } from './server.ts'

const run = promisify(execFile)

export type TestAccount = NewAccount

/** Runs an operator command as a process of its own. @returns its `--json` output */
export const runOperatorCommand = (dataDir: string, command: string, ...flags: string[]): Promise<unknown> =>
  runProgram(findProgram(`server/operator/${command}.ts`), dataDir, flags)

/** Like `operator`, from another copy of the source tree. */
export const runOperatorCommandIn = (
  tree: string,
  dataDir: string,
  command: string,
  ...flags: string[]
): Promise<unknown> => runProgram(join(tree, 'server/operator', `${command}.ts`), dataDir, flags)

async function runProgram(file: string, dataDir: string, flags: readonly string[]): Promise<unknown> {
  const { stdout } = await run(process.execPath, [file, ...flags, '--json'], {
    cwd: dataDir,
    env: { ...process.env, ...(await buildDataFolderEnvironment(dataDir)) },
  })
  return JSON.parse(stdout)
}

const emailOf = (name: string): string => `${name.toLowerCase()}@example.com`

/** The details of an account with this name. */
export const toAccountDetails = (name: string, details: Partial<AccountDetails> = {}): AccountDetails =>
  AccountDetails.parse({ name, email: emailOf(name), ...details })

export const createAccountByCommand = (dataDir: string, name: string, ...flags: string[]): Promise<TestAccount> =>
  runOperatorCommand(
    dataDir,
    'accountCreate',
    '--name',
    name,
    '--email',
    emailOf(name),
    ...flags,
  ) as Promise<TestAccount>

/** Creates an account in this process, as the operator command does. It is faster than `createAccountByCommand`. */
export async function createAccount(
  dataDir: string,
  name: string,
  details: Partial<AccountDetails> = {},
): Promise<TestAccount> {
  const config = readConfig({ ...process.env, ...(await buildDataFolderEnvironment(dataDir)) })
  const { db } = await openFolderDatabase(config, createSilentLog())
  try {
    const account = await insertNewAccount(db, toAccountDetails(name, details), Date.now())
    await checkAndRecord(config, db, createSilentLog())
    return account
  } finally {
    await db.close()
  }
}

/** Adds a key to an account over another connection than the server's, as another process would. @returns the key */
export async function addKey(
  databaseFile: string,
  account: string,
  key: {
    scopes?: readonly Scope[]
    kind?: 'api' | 'owner' | 'worker'
    expiresAt?: string
    ratePerSecond?: number
  } = {},
): Promise<string> {
  return withDatabase(databaseFile, (db) =>
    db.write(async (tx) => {
      const name = randomUUID()
      const secret = await issueKey(
        tx,
        {
          account,
          kind: key.kind ?? 'api',
          name,
          scopes: key.scopes ?? (key.kind === 'owner' ? [] : scopes),
          ratePerSecond: key.ratePerSecond ?? null,
        },
        Date.now(),
      )
      if (key.expiresAt)
        await tx.query(
          tx.builder<Schema>().updateTable('api_key').set({ expires_at: key.expiresAt }).where('name', '=', name),
        )
      return secret
    }),
  )
}
