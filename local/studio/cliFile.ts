import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readJson, writeSecret } from '../../platform/secretFile.ts'
import { LocalError } from '../errors.ts'
import { readKeyHolder } from './keyHolder.ts'
import type { KeyOptions } from './keys.ts'
import { runOperatorCommand } from './operatorCommand.ts'

const Access = z.object({ url: z.string(), api_key: z.string() })
const CreatedKey = z.object({ api_key: z.string() })

const toCliFilePath = ({ dataFolder }: Pick<KeyOptions, 'dataFolder'>): string => join(dataFolder, 'cli.json')

/** Reads the command line's API key. @returns undefined without the file */
export const readCliKey = (dataFolder: string): string | undefined =>
  readJson(toCliFilePath({ dataFolder }), Access)?.api_key

/** Refuses to overwrite a `cli.json` that belongs to another database. @throws LocalError `other_account` */
export function refuseForeignCliFile(options: KeyOptions): void {
  const file = toCliFilePath(options)
  if (!existsSync(file)) return
  throw new LocalError(
    'other_account',
    `${file} holds a key of another database, so it is not overwritten. Nothing was changed.\nSet KITROOM_DATABASE_URL to that database, or move the file out of the folder to begin with a new account.`,
  )
}

async function createKey(
  { env, printer }: KeyOptions,
  file: string,
  account: string | undefined,
): Promise<string | undefined> {
  if (account === undefined) return undefined
  const { api_key: key } = await runOperatorCommand('apiKey.ts', ['--account', account], env, CreatedKey)
  printer.printLine(
    `${file} was not there, so a new key was made for the command line. If others may have the lost one, revoke it: kitroom key list`,
  )
  return key
}

/**
 * Ensures that `cli.json` has the API's URL and a key, and creates a new key if the file was lost. It does not replace
 * a key of another database.
 * @param createdKey key of an account that was just created
 * @param account account of a new key
 */
export async function prepareCliFile(
  options: KeyOptions,
  createdKey: string | undefined,
  account: string | undefined,
): Promise<void> {
  const file = toCliFilePath(options)
  const storedKey = createdKey === undefined ? readJson(file, Access)?.api_key : undefined
  const holder = storedKey === undefined ? undefined : await readKeyHolder(storedKey, options.env)
  if (holder?.account_id === null) {
    options.printer.printLine(
      `${file} holds a key that this database does not know, so it was left as it is. Move it away to get a new one.`,
    )
    return
  }
  if (holder?.is_live === false)
    options.printer.printLine(`The key in ${file} was revoked or has expired. Delete the file to get a new one.`)
  const key = createdKey ?? storedKey ?? (await createKey(options, file, account))
  if (key !== undefined) writeSecret(file, { url: options.apiUrl, api_key: key })
}
