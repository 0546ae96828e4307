import { z } from 'zod'
import { PrivateFileError, readPrivateJson } from '../../../platform/privateJson.ts'
import { CliError } from '../../base/errors.ts'

const ClientFile = z.object({ installed: z.object({ client_id: z.string().min(1), client_secret: z.string().min(1) }) })

/** The program that a studio has registered at Google. */
export type OAuthClient = z.output<typeof ClientFile>['installed']

const CREATE_CLIENT =
  'In the Google Cloud console, open Google Auth Platform → Clients → Create client, choose "Desktop app", and download its JSON file. docs/google.md shows how.'

function explain(path: string, code: string): string {
  if (code === 'open_to_others')
    return `Other users of this machine can read ${path}, which holds a secret. Close it to them: chmod 600.`
  return `${path} cannot be read (${code}).`
}

function describeOtherKind(content: unknown): string {
  const members = typeof content === 'object' && content !== null ? content : {}
  if ('web' in members) return 'is a client of the type "Web application", and Kitroom is no web site'
  if ('type' in members && members.type === 'service_account')
    return 'is the key of a service account: set KITROOM_GOOGLE_KEY_FILE to its path, and no sign-in is needed'
  return 'is no file of an OAuth client'
}

/**
 * Reads the JSON file of an OAuth client for desktop programs.
 * @throws CliError, which never contains the file's content
 */
export async function readClientFile(path: string): Promise<OAuthClient> {
  const content = await readPrivateJson(path).catch((error: unknown) => {
    throw error instanceof PrivateFileError ? new CliError(explain(path, error.code), { cause: error }) : error
  })
  const { success, data } = ClientFile.safeParse(content)
  if (success) return { client_id: data.installed.client_id, client_secret: data.installed.client_secret }
  throw new CliError(`${path} ${describeOtherKind(content)}. ${CREATE_CLIENT}`)
}
