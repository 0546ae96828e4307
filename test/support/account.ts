import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { scopes, type Scope } from '../../contract/scopes.ts'
import { openDatabase } from '../../platform/sql/open.ts'
import { issueKey } from '../../server/auth/issueKey.ts'
import type { Schema } from '../../server/db/schema.ts'
import { dataSettings } from './server.ts'
import { databaseUrl } from './testDatabase.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))

/** An account with the keys that its operator was shown. */
export interface TestAccount {
  account_id: string
  owner_key: string
  api_key: string
}

/** Runs an operator command as its own process, as a person does. */
export async function operator(dataDir: string, command: string, ...flags: string[]): Promise<unknown> {
  const { stdout } = await run(process.execPath, [`${root}server/operator/${command}.ts`, ...flags, '--json'], {
    cwd: dataDir,
    env: { ...process.env, ...(await dataSettings(dataDir)) },
  })
  return JSON.parse(stdout)
}

/** Makes an account by the operator command. */
export const createAccount = (dataDir: string, name: string, ...flags: string[]): Promise<TestAccount> =>
  operator(dataDir, 'accountCreate', '--name', name, '--email', `${name.toLowerCase()}@example.com`, ...flags) as Promise<TestAccount>

/** Adds a key to an account over a connection of our own, as another process would. */
export async function addKey(
  databaseFile: string,
  account: string,
  key: { scopes?: readonly Scope[]; kind?: 'api' | 'owner' | 'worker'; expiresAt?: string } = {},
): Promise<string> {
  const db = await openDatabase(await databaseUrl(databaseFile))
  try {
    return await db.write(async (tx) => {
      const name = randomUUID()
      const secret = await issueKey(
        tx,
        { account, kind: key.kind ?? 'api', name, scopes: key.scopes ?? (key.kind === 'owner' ? [] : scopes) },
        Date.now(),
      )
      if (key.expiresAt) await tx.query(tx.builder<Schema>().updateTable('api_key').set({ expires_at: key.expiresAt }).where('name', '=', name))
      return secret
    })
  } finally {
    await db.close()
  }
}
