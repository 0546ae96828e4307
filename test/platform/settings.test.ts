import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { ConfigError } from '../../platform/environment.ts'
import { emptyAllowList } from '../../platform/outbound/allowList.ts'
import { openDatabase } from '../../platform/sql/open.ts'
import { readConfig } from '../../server/context/config.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

describe('settings', () => {
  it('have defaults', () => {
    expect(readConfig({})).toEqual({
      host: '127.0.0.1',
      port: 4000,
      dataDir: '.kitroom',
      databaseUrl: expect.stringMatching(/^sqlite:.*kitroom\.db$/),
      auditReads: true,
      auditLimits: { days: 180, minDays: 30, maxBytes: 2 ** 31 },
      rateLimit: true,
      timeLimitScale: 1,
      trustedProxies: [],
      consoleHttpClients: [],
      corsOrigins: [],
      webhookAllow: emptyAllowList,
      eventDays: 90,
      drainDelayMs: 0,
      logLevel: 'info',
      logFormat: 'json',
    })
    expect(
      readConfig({ KITROOM_PORT: '', KITROOM_AUDIT_READS: 'off', KITROOM_DATABASE_URL: 'sqlite:x' }),
    ).toMatchObject({
      port: 4000,
      auditReads: false,
      databaseUrl: 'sqlite:x',
    })
  })
  it('that are invalid are reported together, without their values', async () => {
    const wrongSettings = { KITROOM_PORT: 'secret-1', KITROOM_AUDIT_READS: 'secret-2', KITROOM_LOG_LEVEL: 'secret-3' }
    expect(() => readConfig(wrongSettings)).toThrow(ConfigError)
    let message = ''
    try {
      readConfig(wrongSettings)
    } catch (error) {
      message = String(error)
    }
    for (const name of Object.keys(wrongSettings)) expect(message).toContain(name)
    expect(message).not.toContain('secret-')
    await expect(openDatabase('mysql://x')).rejects.toThrow(ConfigError)
  })
  it('can name a file with the password of a PostgreSQL, and of nothing else', () => {
    const passwordFile = { KITROOM_DATABASE_PASSWORD_FILE: '/run/secrets/database' }
    expect(
      readConfig({ ...passwordFile, KITROOM_DATABASE_URL: 'postgres://kitroom@db/kitroom' }).databaseUrl,
    ).toContain('%2Frun%2Fsecrets%2Fdatabase')
    for (const url of [undefined, 'sqlite:x'])
      expect(() => readConfig({ ...passwordFile, KITROOM_DATABASE_URL: url })).toThrow(
        /KITROOM_DATABASE_PASSWORD_FILE is for a PostgreSQL database/,
      )
  })
  it('can allow webhook addresses outside the public internet', () => {
    const { webhookAllow } = readConfig({ KITROOM_WEBHOOK_ALLOW: '127.0.0.1/32:4110, [::1]/128:*' })
    expect(webhookAllow.covers('127.0.0.1', 4110)).toBe(true)
    expect(webhookAllow.covers('127.0.0.1', 4111)).toBe(false)
    expect(webhookAllow.covers('::1', 1)).toBe(true)
    for (const wrongEntry of ['127.0.0.1', 'secret-1:443', '10.0.0.0/8:443,', ' '])
      expect(() => readConfig({ KITROOM_WEBHOOK_ALLOW: wrongEntry })).toThrow(
        /^These settings cannot be used:\n {2}KITROOM_WEBHOOK_ALLOW: entry \d must be a network and a port, such as 127\.0\.0\.1\/32:4101/,
      )
  })
})

describe('the log', () => {
  it('contains no secret, whichever member holds it', () => {
    const script = `import { createLog } from './platform/log.ts'
      const log = createLog({ name: 'test', level: 'info', format: 'json' })
      log.info({ authorization: 'hidden-1', api_key: 'hidden-2', body: { token: 'hidden-3', key: 'hidden-4' }, headers: { authorization: 'hidden-5' } }, 'seen')`
    const { stdout, status } = spawnSync(process.execPath, ['--input-type=module-typescript', '-e', script], {
      cwd: root,
      encoding: 'utf8',
    })
    expect(status).toBe(0)
    expect(stdout).toContain('"msg":"seen"')
    expect(stdout).not.toContain('hidden')
  })
})
