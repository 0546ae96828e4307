import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../../platform/environment.ts'
import { ensurePrivateFolder } from '../../platform/privateFiles.ts'
import { BOX_KEY_BYTES, createSecretBox, SealBroken, type SecretBox } from './secretBox.ts'

/** The file of the data folder that holds the key, where no variable does. */
export const BOX_KEY_FILE = 'encryption.key'

/** Reads a key as it is written: base64 of 32 bytes. @returns `undefined` when it is something else */
export function decodeBoxKey(text: string): Buffer | undefined {
  const trimmed = text.trim()
  const key = Buffer.from(trimmed, 'base64')
  return key.length === BOX_KEY_BYTES && key.toString('base64') === trimmed ? key : undefined
}

/** The data folder's key; `undefined` when it has none yet. @throws ConfigError when the file holds something else */
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
    `${file} does not hold a key: 32 bytes in base64. Put it back from a backup. If there is none, delete the file: a new key is made, and the secrets of all webhook endpoints have to be rotated.`,
  )
}

function syncFolder(folder: string): void {
  // Windows opens no folders.
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Makes the data folder's key; of processes that do so at once all use the one that came first. @throws ConfigError */
export function makeBoxKey(dataDir: string): Buffer {
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
 * The box for the secrets of this installation. Its key is the one given, or that of the data folder, which is read now if it is there
 * and made when the first secret is sealed.
 * @throws ConfigError when the file holds something else
 */
export function openSecretBox(dataDir: string, given?: Uint8Array): SecretBox {
  const present = given ?? readBoxKey(dataDir)
  let box = present && createSecretBox(present)
  return {
    seal(secret, owner) {
      box ??= createSecretBox(makeBoxKey(dataDir))
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
