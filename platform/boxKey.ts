import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ConfigError } from './environment.ts'
import { ensurePrivateFolder } from './privateFiles.ts'
import { BOX_KEY_BYTES, createSecretBox, SealBroken, type SecretBox } from './secretBox.ts'

/** File in the data folder with the encryption key, unless an environment variable gives the key. */
export const BOX_KEY_FILE = 'encryption.key'

/** Decodes base64 of 32 bytes; `undefined` for anything else. */
export function decodeBoxKey(text: string): Buffer | undefined {
  const trimmed = text.trim()
  const key = Buffer.from(trimmed, 'base64')
  return key.length === BOX_KEY_BYTES && key.toString('base64') === trimmed ? key : undefined
}

/** An environment variable with the key. */
export const boxKeySetting = z.string().transform((text, context) => {
  const key = decodeBoxKey(text)
  if (key) return key
  context.addIssue({ code: 'custom', message: 'must be 32 bytes in base64, as "openssl rand -base64 32" prints them' })
  return z.NEVER
})

/** The data folder's key; `undefined` before it is created. @throws ConfigError for an invalid file */
export function readBoxKey(dataDir: string): Buffer | undefined {
  const file = join(dataDir, BOX_KEY_FILE)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const key = decodeBoxKey(text)
  if (key) return key
  throw new ConfigError(
    `${file} does not hold a key: 32 bytes in base64. Put it back from a backup. If there is none, delete the file: a new key is made. Then rotate the secrets of all webhook endpoints, and sign in to Google again.`,
  )
}

function syncFolder(folder: string): void {
  // Windows cannot open folders.
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Creates the data folder's key. Concurrent processes all use the first one created. @throws ConfigError */
export function createBoxKey(dataDir: string): Buffer {
  const file = join(dataDir, BOX_KEY_FILE)
  const draft = `${file}.unfinished-${process.pid}-${randomBytes(4).toString('hex')}`
  ensurePrivateFolder(dataDir)
  try {
    writeFileSync(draft, `${randomBytes(BOX_KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true })
    linkSync(draft, file)
    syncFolder(dataDir)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  const key = readBoxKey(dataDir)
  if (!key) throw new Error(`${file} is gone again`)
  return key
}

/**
 * The secret box of this installation. It uses the given key or the data folder's, which is created for the first secret.
 * @throws ConfigError for an invalid key file
 */
export function openSecretBox(dataDir: string, given?: Uint8Array): SecretBox {
  const present = given ?? readBoxKey(dataDir)
  let box = present && createSecretBox(present)
  return {
    seal(secret, owner) {
      box ??= createSecretBox(createBoxKey(dataDir))
      return box.seal(secret, owner)
    },
    open(sealed, owner) {
      const key = box ? undefined : readBoxKey(dataDir)
      if (key) box = createSecretBox(key)
      if (!box) throw new SealBroken(`there is no ${BOX_KEY_FILE} in the data folder`)
      return box.open(sealed, owner)
    },
  }
}
