import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccount } from '../support/account.ts'
import { createApi } from '../support/api.ts'
import { createAuthority, installCertificate, type Authority } from '../support/certificates.ts'
import { runSql } from '../support/database.ts'
import { startPostgres, type PostgresServer } from '../support/postgresServer.ts'
import { createDataFolder, startServer, type DataFolder } from '../support/server.ts'
import { readStartFailure } from '../support/startFailure.ts'
import { wantsPostgres, withoutPostgres } from '../support/testDatabase.ts'

const FIRST_PASSWORD = 'first-unseen'
const SECOND_PASSWORD = 'second-unseen'

/**
 * The user `kitroom` needs TLS and a password, the user `carded` a client certificate. The test itself connects as
 * `tester`.
 */
const RULES = 'hostssl all kitroom all scram-sha-256\nhostssl all carded all cert\nhost all tester all trust\n'

describe.skipIf(!wantsPostgres)(`a PostgreSQL with TLS and a password in a file${withoutPostgres}`, () => {
  let authority: Authority
  let postgres: PostgresServer
  let folder: DataFolder
  let passwordFile: string
  let testerUrl: string

  beforeAll(async () => {
    authority = createAuthority()
    const pair = authority.issue('server', ['DNS:localhost', 'DNS:db.example'])
    postgres = await startPostgres({
      settings: { ssl: 'on', ssl_ca_file: authority.certificate },
      prepare: (dataFolder, runner) => installCertificate(dataFolder, runner, pair),
    })
    await runSql(postgres.url, 'create role tester superuser login')
    await runSql(postgres.url, 'create role carded superuser login')
    await runSql(postgres.url, `alter role kitroom password '${FIRST_PASSWORD}'`)
    writeFileSync(join(postgres.dataFolder, 'pg_hba.conf'), RULES)
    await runSql(postgres.url, 'select pg_reload_conf()')
    testerUrl = postgres.url.replace(/kitroom:[^@]*/, 'tester')
    folder = createDataFolder(buildUrl({ sslmode: 'verify-full', sslrootcert: authority.certificate }))
    passwordFile = join(folder.dataDir, 'password')
    writeFileSync(passwordFile, `${FIRST_PASSWORD}\n`)
  })
  afterAll(async () => {
    await postgres.remove()
    folder[Symbol.dispose]()
    authority[Symbol.dispose]()
  })

  function buildUrl(parameters: Record<string, string>, host = 'localhost'): string {
    const url = new URL(postgres.url)
    url.host = `${host}:${url.port}`
    url.password = ''
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
    return url.href
  }

  const fail = (parameters: Record<string, string>, host?: string, env: Record<string, string> = {}): Promise<string> =>
    readStartFailure(folder.dataDir, {
      KITROOM_DATABASE_URL: buildUrl(parameters, host),
      KITROOM_DATABASE_PASSWORD_FILE: passwordFile,
      ...env,
    })

  it('is used with a verified certificate, and a changed password without a restart', async () => {
    process.env['KITROOM_DATABASE_PASSWORD_FILE'] = passwordFile
    try {
      await using server = await startServer(folder.dataDir)
      const api = createApi(server.url, (await createAccount(folder.dataDir, 'Secure')).api_key)
      const item = await api.createItem()
      const sessions = await runSql<{ ssl: boolean }>(
        testerUrl,
        "select distinct ssl from pg_stat_ssl join pg_stat_activity using (pid) where usename = 'kitroom'",
      )
      expect(sessions).toEqual([{ ssl: true }])

      await runSql(testerUrl, `alter role kitroom password '${SECOND_PASSWORD}'`)
      await runSql(testerUrl, "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'kitroom'")
      // The first 503 may be of a connection that was ended: the reason in the log tells them apart.
      const readLogAfterRefusal = async (): Promise<string> =>
        (await api.get('/profile')).status === 503 ? JSON.stringify(server.log) : ''
      await expect.poll(readLogAfterRefusal).toContain('password authentication failed')
      writeFileSync(passwordFile, SECOND_PASSWORD)
      await expect.poll(async () => (await api.get(`/gear/${item.id}`)).status).toBe(200)
      expect((await api.createItem()).id).not.toBe(item.id)

      rmSync(passwordFile)
      await runSql(testerUrl, "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'kitroom'")
      await expect.poll(readLogAfterRefusal).toMatch(/the password file .* cannot be read \(ENOENT\)/)
      const log = JSON.stringify(server.log)
      expect(log).not.toMatch(/-unseen|secretKey|BEGIN CERT/)
      const visibleTexts = ['cmdline', 'environ'].map((name) => readFileSync(`/proc/${server.pid}/${name}`, 'utf8'))
      expect([FIRST_PASSWORD, SECOND_PASSWORD].some((password) => visibleTexts.join('').includes(password))).toBe(false)
    } finally {
      delete process.env['KITROOM_DATABASE_PASSWORD_FILE']
      writeFileSync(passwordFile, SECOND_PASSWORD)
    }
  })

  it('is used with a client certificate', async () => {
    const { cert, key } = authority.issue('carded', ['DNS:client'])
    const url = buildUrl({ sslrootcert: authority.certificate, sslcert: cert, sslkey: key }).replace(
      'kitroom@',
      'carded@',
    )
    using other = createDataFolder(url)
    await using server = await startServer(other.dataDir)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    expect(JSON.stringify(server.log)).not.toContain('PRIVATE KEY')
  })

  it.each([
    [
      'a wrong host name',
      { sslmode: 'verify-full' },
      '127.0.0.1',
      /not in the cert.*must name the server by a name of its certificate/,
    ],
    ['no encryption', { sslmode: 'disable' }, 'localhost', /no encryption.*add sslmode=verify-full/],
    ['an unknown mode', { sslmode: 'strict' }, 'localhost', /sslmode must be verify-full, disable or no-verify/],
    ['a certificate without its key', { sslcert: '/none' }, 'localhost', /sslcert and sslkey are needed together/],
  ])('is refused with %s', async (_, parameters, host, message) => {
    const output = await fail({ sslrootcert: authority.certificate, ...parameters }, host)
    expect(output).toMatch(message)
    expect(output).not.toContain('unseen')
  })

  it('is refused without its authority, and with a file that is none', async () => {
    expect(await fail({ sslmode: 'verify-full' })).toMatch(
      /The database cannot be reached: .*sslrootcert.*must name the certificate of the authority/,
    )
    using other = createAuthority()
    expect(await fail({ sslrootcert: other.certificate })).toMatch(/must name the certificate of the authority/)
    expect(await fail({ sslrootcert: '/nowhere/ca.pem' })).toMatch(
      /KITROOM_DATABASE_URL: the file of sslrootcert cannot be read: \/nowhere\/ca.pem \(ENOENT\)/,
    )
    expect(await fail({ sslrootcert: passwordFile })).toMatch(
      /the file of sslrootcert has no certificate in PEM format/,
    )
  })

  it('is refused with a wrong, missing, empty or second password', async () => {
    const parameters = { sslmode: 'no-verify' }
    const wrongFile = join(folder.dataDir, 'wrong')
    writeFileSync(wrongFile, 'wrong-unseen')
    const [wrong, missing, second] = await Promise.all([
      fail(parameters, 'localhost', { KITROOM_DATABASE_PASSWORD_FILE: wrongFile }),
      fail(parameters, 'localhost', { KITROOM_DATABASE_PASSWORD_FILE: '/nowhere/password' }),
      fail(parameters, 'localhost', {
        KITROOM_DATABASE_URL: buildUrl(parameters).replace('kitroom@', 'kitroom:other-unseen@'),
      }),
    ])
    expect(wrong).toMatch(/password authentication failed.*KITROOM_DATABASE_PASSWORD_FILE/)
    expect(missing).toMatch(/the password file \/nowhere\/password cannot be read \(ENOENT\)/)
    writeFileSync(wrongFile, '\n')
    const empty = await fail(parameters, 'localhost', { KITROOM_DATABASE_PASSWORD_FILE: wrongFile })
    expect(empty).toMatch(/the password file .* is empty/)
    expect(second).toMatch(/two passwords/)
    expect(wrong + missing + second + empty).not.toContain('-unseen')
  })

  it('without TLS is refused by sslmode=verify-full', async () => {
    const plain = await startPostgres({ relaxed: true })
    const output = await readStartFailure(folder.dataDir, { KITROOM_DATABASE_URL: `${plain.url}?sslmode=verify-full` })
    await plain.remove()
    expect(output).toMatch(/does not support SSL.*ssl = on.*sslmode=disable/)
  })
})
