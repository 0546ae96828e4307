import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { ConfigError } from '../../platform/environment.ts'
import { readConfig } from '../../server/context/config.ts'
import { BOX_KEY_FILE, decodeBoxKeys, createBoxKey, openSecretBox, readBoxKeys } from '../../platform/boxKey.ts'
import { BOX_KEY_BYTES, createSecretBox, SealBroken } from '../../platform/secretBox.ts'
import { runFile } from '../support/run.ts'
import { createDataFolder } from '../support/server.ts'

const key = (fill: number): Uint8Array => new Uint8Array(BOX_KEY_BYTES).fill(fill)
const asText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
const secret = 'whsec_c2VjcmV0IG9mIHRoZSBzdHVkaW8hIQ=='

describe('a sealed secret', () => {
  it('opens with its name and key, and does not contain the plain text', () => {
    const box = createSecretBox(key(1))
    const sealedTexts = [box.seal(secret, 'one'), box.seal(secret, 'one')]
    expect(sealedTexts.map((text) => box.open(text, 'one'))).toEqual([secret, secret])
    expect(sealedTexts[0]).not.toBe(sealedTexts[1])
    expect(sealedTexts.join()).not.toContain(secret.slice(6, 20))
    expect(createSecretBox(key(1)).open(sealedTexts[0] ?? '', 'one')).toBe(secret)
  })

  it('does not open with another name or key, or after a change', () => {
    const box = createSecretBox(key(1))
    const sealedText = box.seal(secret, 'one')
    expect(() => box.open(sealedText, 'two')).toThrow(SealBroken)
    expect(() => createSecretBox(key(2)).open(sealedText, 'one')).toThrow(SealBroken)
    const bytes = Buffer.from(sealedText.slice(3), 'base64url')
    for (let index = 0; index < bytes.length; index++) {
      const changedBytes = Buffer.from(bytes)
      changedBytes.writeUInt8(bytes.readUInt8(index) ^ 1, index)
      expect(() => box.open(`v1.${changedBytes.toString('base64url')}`, 'one'), `byte ${index}`).toThrow(SealBroken)
    }
    for (const otherText of ['', 'v1.', `v2.${sealedText.slice(3)}`, sealedText.slice(0, -4), secret])
      expect(() => box.open(otherText, 'one')).toThrow(SealBroken)
  })
})

describe('two keys', () => {
  it('seal with the first and open with both; what the first has not sealed is sealed anew', () => {
    const [earlier, rotating, next] = [
      createSecretBox(key(1)),
      createSecretBox(key(2), key(1)),
      createSecretBox(key(2)),
    ]
    const sealedEarlier = earlier.seal(secret, 'one')
    expect({
      earlierHasEarlierKey: earlier.hasEarlierKey,
      rotatingHasEarlierKey: rotating.hasEarlierKey,
      open: rotating.open(sealedEarlier, 'one'),
    }).toEqual({ earlierHasEarlierKey: false, rotatingHasEarlierKey: true, open: secret })
    const resealed = rotating.reseal(sealedEarlier, 'one') ?? ''
    expect({ open: next.open(resealed, 'one'), reseal: rotating.reseal(resealed, 'one') }).toEqual({
      open: secret,
      reseal: undefined,
    })
    expect(rotating.reseal(rotating.seal(secret, 'one'), 'one')).toBeUndefined()
    expect(() => earlier.open(resealed, 'one')).toThrow(SealBroken)
    const foreign = createSecretBox(key(3)).seal(secret, 'one')
    for (const wrong of [foreign, '', 'v1.', 'v2.x']) {
      expect(() => rotating.open(wrong, 'one')).toThrow(SealBroken)
      expect(() => rotating.reseal(wrong, 'one')).toThrow(SealBroken)
    }
    expect(() => rotating.reseal(sealedEarlier, 'two')).toThrow(SealBroken)
  })

  it.each([' ', ',', ', ', '\n', '\r\n'])('are separated by %j, in the variable and in the file', (separator) => {
    using folder = createDataFolder()
    const both = `${asText(key(3))}${separator}${asText(key(4))}`
    const keys = [Buffer.from(key(3)), Buffer.from(key(4))]
    expect(readConfig({ KITROOM_ENCRYPTION_KEY: both }).encryptionKeys).toEqual(keys)
    mkdirSync(folder.dataDir, { recursive: true })
    writeFileSync(join(folder.dataDir, BOX_KEY_FILE), `${both}\n`)
    expect(readBoxKeys(folder.dataDir)).toEqual(keys)
    const box = openSecretBox(folder.dataDir)
    expect(box.hasEarlierKey).toBe(true)
    expect(box.open(createSecretBox(key(4)).seal(secret, 'one'), 'one')).toBe(secret)
    expect(createSecretBox(key(3)).open(box.seal(secret, 'one'), 'one')).toBe(secret)
  })

  it.each([
    ['the same twice', [3, 3]],
    ['three', [3, 4, 5]],
  ])('%s are refused', (_what, fills) => {
    const text = fills.map((fill) => asText(key(fill))).join(' ')
    expect(() => readConfig({ KITROOM_ENCRYPTION_KEY: text })).toThrow(
      'during a rotation two of them, the new one first',
    )
    expect(decodeBoxKeys(`${asText(key(3))} short`)).toBeUndefined()
  })
})

describe('the encryption key', () => {
  it('is read from the variable: 32 bytes in base64', () => {
    expect(readConfig({ KITROOM_ENCRYPTION_KEY: asText(key(3)) }).encryptionKeys).toEqual([Buffer.from(key(3))])
    expect(readConfig({}).encryptionKeys).toBeUndefined()
    for (const wrongKey of [
      'x',
      asText(key(3).subarray(1)),
      asText(new Uint8Array(33)),
      `${asText(key(3))}!`,
      Buffer.from(key(3)).toString('hex'),
    ]) {
      expect(decodeBoxKeys(wrongKey)).toBeUndefined()
      const read = (): unknown => readConfig({ KITROOM_ENCRYPTION_KEY: wrongKey })
      expect(read).toThrow(ConfigError)
      expect(read).toThrow(
        'KITROOM_ENCRYPTION_KEY: must be 32 bytes in base64, as "openssl rand -base64 32" prints them',
      )
    }
  })

  it('is otherwise a private file in the data folder, created with the first secret', () => {
    using folder = createDataFolder()
    const dataDir = join(folder.dataDir, 'new')
    const box = openSecretBox(dataDir)
    expect(() => box.open('v1.x', 'one')).toThrow(SealBroken)
    expect(readBoxKeys(dataDir)).toBeUndefined()
    const sealedText = box.seal(secret, 'one')
    expect({ files: readdirSync(dataDir), mode: statSync(join(dataDir, BOX_KEY_FILE)).mode & 0o777 }).toEqual({
      files: [BOX_KEY_FILE],
      mode: 0o600,
    })
    expect(openSecretBox(dataDir).open(sealedText, 'one')).toBe(secret)
    expect(createBoxKey(dataDir)).toEqual(readBoxKeys(dataDir))
    expect(() => openSecretBox(dataDir, [key(4)]).open(sealedText, 'one')).toThrow(SealBroken)
  })

  it('is found by a server that started before another one created it', () => {
    using folder = createDataFolder()
    const [firstBox, secondBox] = [openSecretBox(folder.dataDir), openSecretBox(folder.dataDir)]
    const sealedText = firstBox.seal(secret, 'one')
    expect(secondBox.open(sealedText, 'one')).toBe(secret)
    expect(firstBox.open(secondBox.seal(secret, 'two'), 'two')).toBe(secret)
  })

  it('is refused at the start when its file is invalid, with a sentence on what to do', () => {
    using folder = createDataFolder()
    mkdirSync(folder.dataDir, { recursive: true })
    for (const wrongKey of ['', 'x', asText(key(5).subarray(1))]) {
      writeFileSync(join(folder.dataDir, BOX_KEY_FILE), wrongKey)
      const open = (): unknown => openSecretBox(folder.dataDir)
      expect(open).toThrow(ConfigError)
      expect(open).toThrow(
        /encryption\.key does not hold a key: 32 bytes in base64, or two of them, the new one first\. Put it back from a backup\./,
      )
    }
  })

  it.each([{ KITROOM_ENCRYPTION_KEY: 'short' }, {}])(
    'prevents the start of a server when it is invalid: %o',
    async (env) => {
      using folder = createDataFolder()
      writeFileSync(join(folder.dataDir, BOX_KEY_FILE), 'short')
      const result = await runFile('server/main.ts', [], {
        ...process.env,
        KITROOM_DATA_DIR: folder.dataDir,
        KITROOM_PORT: '0',
        ...env,
      })
      expect({ code: result.code, out: result.out, files: readdirSync(folder.dataDir) }).toEqual({
        code: 1,
        out: '',
        files: [BOX_KEY_FILE],
      })
      expect(result.err).toMatch(
        /encryption\.key does not hold a key|KITROOM_ENCRYPTION_KEY: must be 32 bytes in base64/,
      )
      expect(result.err).not.toContain('short')
    },
  )

  it('is one key when several processes create it at once', async () => {
    using folder = createDataFolder()
    const maker = fileURLToPath(new URL('keyMaker.ts', import.meta.url))
    const children = Array.from({ length: 6 }, () => fork(maker, [folder.dataDir]))
    await Promise.all(children.map((child) => once(child, 'message')))
    const madeKeys = children.map(async (child) => {
      const messageAnswered = once(child, 'message')
      child.send('go')
      return ((await messageAnswered) as [string])[0]
    })
    const keys = await Promise.all(madeKeys)
    expect(new Set(keys)).toEqual(new Set([readFileSync(join(folder.dataDir, BOX_KEY_FILE), 'utf8').trim()]))
    expect(readdirSync(folder.dataDir)).toEqual([BOX_KEY_FILE])
  })
})
