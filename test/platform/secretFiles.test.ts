import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConfigError } from '../../platform/environment.ts'
import { createWebhookSecret } from '../../platform/webhookSignature.ts'
import { readConfig } from '../../server/context/config.ts'
import { loadWorkerConfig } from '../../worker/context/config.ts'

const API_KEY = `sk_studio_${'a'.repeat(49)}`
const boxKey = randomBytes(32)
const webhookSecret = createWebhookSecret()
let folder = ''

const writeSecretFile = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text, { mode: 0o400 })
  return path
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kitroom-secrets-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const workerConfig = (env: Record<string, string>) => loadWorkerConfig({ KITROOM_DATA_DIR: folder, ...env })

function messageOf(load: () => unknown): string {
  try {
    load()
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return ''
}

describe('secrets in files', () => {
  it('replace every secret of the worker', () => {
    const config = workerConfig({
      KITROOM_API_KEY_FILE: writeSecretFile('api-key', `${API_KEY}\n`),
      KITROOM_WEBHOOK_SECRET_FILE: writeSecretFile('webhook', `${webhookSecret}\r\n`),
      KITROOM_ENCRYPTION_KEY_FILE: writeSecretFile('box', boxKey.toString('base64')),
      KITROOM_SMTP_PASSWORD_FILE: writeSecretFile('smtp', ' two words \n'),
      KITROOM_WORKER_DATABASE_URL_FILE: writeSecretFile('database', 'sqlite:other.db'),
      TEMPORAL_API_KEY_FILE: writeSecretFile('temporal', 'temporal-key\n'),
      KITROOM_CHANNEL_TEAM_FILE: writeSecretFile('team', 'https://hooks.example.com/t\n'),
      KITROOM_CHANNEL_OTHER: 'other',
      SHEET_TOKEN_FILE: writeSecretFile('sheet', 'sheet-token\n'),
      TEMPORAL_ADDRESS: 'temporal.example:7233',
    })
    expect(config).toMatchObject({
      apiKey: API_KEY,
      ingress: { secrets: [webhookSecret] },
      channelSecrets: {
        KITROOM_SMTP_PASSWORD: ' two words ',
        KITROOM_CHANNEL_TEAM: 'https://hooks.example.com/t',
        KITROOM_CHANNEL_OTHER: 'other',
      },
      databaseUrl: 'sqlite:other.db',
      temporal: { connectionOptions: { apiKey: 'temporal-key' } },
    })
    expect(config.encryptionKeys).toEqual([boxKey])
    expect(config.readSecret('SHEET_TOKEN')).toBe('sheet-token')
    expect(config.readSecret('OTHER_TOKEN')).toBeUndefined()
  })

  it('replace those of the server', () => {
    const config = readConfig({
      KITROOM_DATABASE_URL_FILE: writeSecretFile('url', 'postgres://u:p@h/d\n'),
      KITROOM_ENCRYPTION_KEY_FILE: writeSecretFile('serverBox', boxKey.toString('base64')),
    })
    expect(config.databaseUrl).toBe('postgres://u:p@h/d')
    expect(config.encryptionKeys).toEqual([boxKey])
  })

  it('are refused beside the variable itself, and when they cannot be used, without a value in the message', () => {
    const file = writeSecretFile('key', `${API_KEY}\n`)
    expect(messageOf(() => workerConfig({ KITROOM_API_KEY: API_KEY, KITROOM_API_KEY_FILE: file }))).toBe(
      'Set KITROOM_API_KEY or KITROOM_API_KEY_FILE, not both.',
    )
    expect(messageOf(() => workerConfig({ KITROOM_API_KEY_FILE: join(folder, 'absent') }))).toContain(
      'that KITROOM_API_KEY_FILE names cannot be read (ENOENT)',
    )
    expect(messageOf(() => workerConfig({ KITROOM_API_KEY_FILE: folder }))).toContain('(EISDIR)')
    expect(messageOf(() => workerConfig({ KITROOM_API_KEY_FILE: writeSecretFile('empty', '\n') }))).toContain(
      'is empty or too large',
    )
    const wrong = messageOf(() => workerConfig({ KITROOM_API_KEY_FILE: writeSecretFile('wrong', 'secret-1') }))
    expect(wrong).toContain('KITROOM_API_KEY: must be an API key')
    expect(wrong).not.toContain('secret-1')
  })

  it('of Kitroom itself cannot be named by a source', () => {
    const config = workerConfig({
      KITROOM_API_KEY: API_KEY,
      KITROOM_GOOGLE_KEY_FILE: writeSecretFile('google', '{}'),
      SSL_CERT_FILE: writeSecretFile('ca', 'x'),
    })
    expect(config.readSecret('KITROOM_GOOGLE_KEY')).toBe(undefined)
    expect(config.readSecret('SSL_CERT')).toBe(undefined)
  })
})
