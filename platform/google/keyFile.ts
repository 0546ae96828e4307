import { z } from 'zod'
import { PrivateFileError, readPrivateJson } from '../privateJson.ts'
import type { ServiceAccount } from './credential.ts'
import { GoogleRefused } from './refused.ts'

const KeyFile = z.object({
  type: z.literal('service_account'),
  client_email: z.email(),
  private_key: z.string().startsWith('-----BEGIN'),
  private_key_id: z.string().optional(),
})

const CREATE_KEY =
  'In the Google Cloud console, open the service account, then Keys → Add key → JSON, and give the path of that file.'

function explain(path: string, code: string): string {
  if (code === 'open_to_others')
    return `Other users of this machine can read ${path}, which KITROOM_GOOGLE_KEY_FILE names. Close it to them: chmod 600.`
  return `${path}, which KITROOM_GOOGLE_KEY_FILE names, cannot be read (${code}).`
}

/**
 * Reads the JSON key of a service account. Other users must have no access to the file.
 * @throws GoogleRefused that says what to do; its message never contains the file's content
 */
export async function readKeyFile(path: string): Promise<ServiceAccount> {
  const content = await readPrivateJson(path).catch((error: unknown) => {
    throw error instanceof PrivateFileError ? new GoogleRefused(explain(path, error.code)) : error
  })
  const { success, data } = KeyFile.safeParse(content)
  if (!success) throw new GoogleRefused(`${path} is no key file of a service account. ${CREATE_KEY}`)
  return {
    kind: 'service_account',
    email: data.client_email,
    privateKey: data.private_key,
    privateKeyId: data.private_key_id,
  }
}
