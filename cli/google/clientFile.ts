import { readFileSync, statSync } from 'node:fs'
import { z } from 'zod'
import { isOpenToOthers } from '../../platform/privateFiles.ts'
import { CliError } from '../errors.ts'

const MAX_BYTES = 100_000

const ClientFile = z.object({ installed: z.object({ client_id: z.string().min(1), client_secret: z.string().min(1) }) })

/** The program that a studio has registered at Google. */
export type OAuthClient = z.output<typeof ClientFile>['installed']

const CREATE_CLIENT =
  'In the Google Cloud console, open Google Auth Platform → Clients → Create client, choose "Desktop app", and download its JSON file. docs/google.md shows how.'

function readText(path: string): string {
  try {
    const { mode, size } = statSync(path)
    if (process.platform !== 'win32' && isOpenToOthers(mode))
      throw new CliError(`Other users of this machine can read ${path}, which holds a secret. Close it to them: chmod 600.`)
    if (size > MAX_BYTES) throw new CliError(`${path} is no file of an OAuth client. ${CREATE_CLIENT}`)
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof CliError) throw error
    throw new CliError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`, { cause: error })
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function describeOtherKind(content: unknown): string {
  const members = typeof content === 'object' && content !== null ? content : {}
  if ('web' in members) return 'is a client of the type "Web application", and Kitroom is no web site'
  if ('type' in members && members.type === 'service_account')
    return 'is the key of a service account: set KITROOM_GOOGLE_KEY_FILE to its path, and no sign-in is needed'
  return 'is no file of an OAuth client'
}

/** Reads the JSON file of an OAuth client for desktop programs. @throws CliError, which never contains the file's content */
export function readClientFile(path: string): OAuthClient {
  const content = parseJson(readText(path))
  const { success, data } = ClientFile.safeParse(content)
  if (success) return { client_id: data.installed.client_id, client_secret: data.installed.client_secret }
  throw new CliError(`${path} ${describeOtherKind(content)}. ${CREATE_CLIENT}`)
}
