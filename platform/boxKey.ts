import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ConfigError } from './environment.ts'
import { ensurePrivateFolder } from './privateFiles.ts'
import { BOX_KEY_BYTES, createSecretBox, SealBroken, type SecretBox } from './secretBox.ts'

/** File in the data folder with the encryption key, unless an environment variable gives the key. */
export const BOX_KEY_FILE = 'encryption.key'

/** The sealing key, then the key that it replaces during a rotation. Both open. */
export type BoxKeys = readonly [Uint8Array, ...Uint8Array[]]

const MAX_KEYS = 2

function decodeBoxKey(text: string): Buffer | undefined {
  const key = Buffer.from(text, 'base64')
  return key.length === BOX_KEY_BYTES && key.toString('base64') === text ? key : undefined
}

/**
 * Decodes base64 of 32 bytes, or of two different keys separated by spaces, a comma or a line break.
 * @returns `undefined` for anything else
 */
export function decodeBoxKeys(text: string): BoxKeys | undefined {
  const entries = text.trim().split(/[\s,]+/)
  const [first, ...others] = entries.flatMap((entry) => decodeBoxKey(entry) ?? [])
  const isValid =
    entries.length <= MAX_KEYS && new Set(entries).size === entries.length && others.length === entries.length - 1
  return first && isValid ? [first, ...others] : undefined
}

/** Environment variable with the key, or with two keys during a rotation. */
export const boxKeysSetting = z.string().transform((text, context) => {
  const keys = decodeBoxKeys(text)
  if (keys) return keys
  const message =
    'must be 32 bytes in base64, as "openssl rand -base64 32" prints them; during a rotation two of them, the new one first'
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})

/** Reads the data folder's keys. @returns `undefined` before one is created @throws ConfigError for an invalid file */
export function readBoxKeys(dataDir: string): BoxKeys | undefined {
  const file = join(dataDir, BOX_KEY_FILE)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const keys = decodeBoxKeys(text)
  if (keys) return keys
  throw new ConfigError(
    `${file} does not hold a key: 32 bytes in base64, or two of them, the new one first. Put it back from a backup. If there is none, delete the file: a new key is made. Then rotate the secrets of all webhook endpoints, and sign in to Google again.`,
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
export function createBoxKey(dataDir: string): BoxKeys {
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
  const keys = readBoxKeys(dataDir)
  if (!keys) throw new Error(`${file} is gone again`)
  return keys
}

/**
 * Opens the secret box of this installation. It uses the given keys or the data folder's; the first secret creates a
 * key there.
 * @throws ConfigError for an invalid key file
 */
export function openSecretBox(dataDir: string, given?: BoxKeys): SecretBox {
  const present = given ?? readBoxKeys(dataDir)
  let box = present && createSecretBox(...present)
  const requireBox = (): SecretBox => {
    const keys = box ? undefined : readBoxKeys(dataDir)
    if (keys) box = createSecretBox(...keys)
    if (!box) throw new SealBroken(`there is no ${BOX_KEY_FILE} in the data folder`)
    return box
  }
  return {
    seal(secret, owner) {
      box ??= createSecretBox(...createBoxKey(dataDir))
      return box.seal(secret, owner)
    },
    open: (sealed, owner) => requireBox().open(sealed, owner),
    hasEarlierKey: box?.hasEarlierKey ?? false,
    reseal: (sealed, owner) => requireBox().reseal(sealed, owner),
  }
}
