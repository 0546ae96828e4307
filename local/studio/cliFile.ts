import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readJson, writeSecret } from '../../platform/secretFile.ts'
import { LocalError } from '../errors.ts'
import { findKeyHolder } from './keyHolder.ts'
import type { KeyOptions } from './keys.ts'
import { askOperator } from './operator.ts'

const Access = z.object({ url: z.string(), api_key: z.string() })
const MadeKey = z.object({ api_key: z.string() })

const fileOf = ({ dataFolder }: Pick<KeyOptions, 'dataFolder'>): string => join(dataFolder, 'cli.json')

/** Refuses to overwrite a `cli.json` that belongs to another database. @throws LocalError `other_account` */
export function refuseForeignCliFile(options: KeyOptions): void {
  const file = fileOf(options)
  if (!existsSync(file)) return
  throw new LocalError(
    'other_account',
    `${file} holds a key of another database, so it is not overwritten. Nothing was changed.\nSet KITROOM_DATABASE_URL to that database, or move the file out of the folder to begin with a new account.`,
  )
}

async function makeKey({ env, say }: KeyOptions, file: string, account: string | undefined): Promise<string | undefined> {
  if (account === undefined) return undefined
  const { api_key: key } = await askOperator('apiKey.ts', ['--account', account], env, MadeKey)
  say.line(`${file} was not there, so a new key was made for the command line. If others may have the lost one, revoke it: kitroom key list`)
  return key
}

/**
 * Ensures that `cli.json` has the API's URL and a key. Replaces a lost file with a new key; keeps a key of another database.
 * @param given key of an account just created
 * @param account for a new key
 */
export async function prepareCliFile(options: KeyOptions, given: string | undefined, account: string | undefined): Promise<void> {
  const file = fileOf(options)
  const known = given === undefined ? readJson(file, Access)?.api_key : undefined
  const holder = known === undefined ? undefined : await findKeyHolder(known, options.env)
  if (holder?.account_id === null) {
    options.say.line(`${file} holds a key that this database does not know, so it was left as it is. Move it away to get a new one.`)
    return
  }
  if (holder?.is_live === false) options.say.line(`The key in ${file} was revoked or has expired. Delete the file to get a new one.`)
  const key = given ?? known ?? (await makeKey(options, file, account))
  if (key !== undefined) writeSecret(file, { url: options.apiUrl, api_key: key })
}
