import { readFile, stat } from 'node:fs/promises'
import { z } from 'zod'
import { isOpenToOthers } from '../platform/privateFiles.ts'
import type { ServiceAccount } from './credential.ts'
import { GoogleRefused } from './refused.ts'

const MAX_BYTES = 100_000

const KeyFile = z.object({
  type: z.literal('service_account'),
  client_email: z.email(),
  private_key: z.string().startsWith('-----BEGIN'),
  private_key_id: z.string().optional(),
})

const CREATE_KEY = 'In the Google Cloud console, open the service account, then Keys → Add key → JSON, and give the path of that file.'

async function readText(path: string): Promise<string> {
  try {
    const { mode, size } = await stat(path)
    if (process.platform !== 'win32' && isOpenToOthers(mode))
      throw new GoogleRefused(`Other users of this machine can read ${path}, which KITROOM_GOOGLE_KEY_FILE names. Close it to them: chmod 600.`)
    if (size > MAX_BYTES) throw new GoogleRefused(`${path} is no key file of a service account. ${CREATE_KEY}`)
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof GoogleRefused) throw error
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown'
    throw new GoogleRefused(`${path}, which KITROOM_GOOGLE_KEY_FILE names, cannot be read (${code}).`)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Reads the JSON key of a service account. The file must be closed to other users.
 * @throws GoogleRefused that says what to do; its message never contains the file's content
 */
export async function readKeyFile(path: string): Promise<ServiceAccount> {
  const { success, data } = KeyFile.safeParse(parseJson(await readText(path)))
  if (!success) throw new GoogleRefused(`${path} is no key file of a service account. ${CREATE_KEY}`)
  return { kind: 'service_account', email: data.client_email, privateKey: data.private_key, privateKeyId: data.private_key_id }
}
