import { z } from 'zod'
import { say, type Said } from '../../contract/sentences/say.ts'
import { PrivateFileError, readPrivateJson } from '../privateJson.ts'
import type { ServiceAccount } from './credential.ts'
import { GoogleRefused } from './refused.ts'

const KeyFile = z.object({
  type: z.literal('service_account'),
  client_email: z.email(),
  private_key: z.string().startsWith('-----BEGIN'),
  private_key_id: z.string().optional(),
})

const explain = (path: string, code: string): Said =>
  code === 'open_to_others' ? say('google_key_file_open', { path }) : say('google_key_file_unreadable', { path, code })

/**
 * Reads the JSON key of a service account. Other users must have no access to the file.
 * @throws GoogleRefused that says what to do; its message never contains the file's content
 */
export async function readKeyFile(path: string): Promise<ServiceAccount> {
  const content = await readPrivateJson(path).catch((error: unknown) => {
    throw error instanceof PrivateFileError ? new GoogleRefused(explain(path, error.code)) : error
  })
  const { success, data } = KeyFile.safeParse(content)
  if (!success) throw new GoogleRefused(say('google_key_file_unusable', { path }))
  return {
    kind: 'service_account',
    email: data.client_email,
    privateKey: data.private_key,
    privateKeyId: data.private_key_id,
  }
}
