import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { ConfigError } from '../environment.ts'

/** Parameter of a database URL that names the file with the password. */
export const PASSWORD_FILE_PARAMETER = 'kitroom_password_file'

/** Adds the path of a password file to a PostgreSQL URL. @throws ConfigError for a URL of SQLite */
export function addPasswordFile(url: string, file: string | undefined): string {
  if (file === undefined) return url
  if (!/^postgres(ql)?:/.test(url))
    throw new ConfigError(
      'KITROOM_DATABASE_PASSWORD_FILE is for a PostgreSQL database: set KITROOM_DATABASE_URL to postgres://…, or unset it.',
    )
  // Opening the database refuses an invalid URL.
  if (!URL.canParse(url)) return url
  const changedUrl = new URL(url)
  changedUrl.searchParams.set(PASSWORD_FILE_PARAMETER, resolve(file))
  return changedUrl.href
}

/**
 * Reads the password: the whole file, without line breaks at its end.
 * @throws Error that names the file and never its text
 */
export async function readPasswordFile(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`the password file ${file} cannot be read (${error.code ?? error.message})`, { cause: error })
  })
  const password = text.replace(/[\r\n]+$/, '')
  if (password === '') throw new Error(`the password file ${file} is empty`)
  return password
}
