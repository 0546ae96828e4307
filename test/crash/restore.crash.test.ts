import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { restoredToMs } from '../../contract/epoch.ts'
import { openSecretBox } from '../../platform/boxKey.ts'
import { createAccount, type TestAccount } from '../support/account.ts'
import { camera, createApi, type Api } from '../support/api.ts'
import { openBrowser } from '../support/console.ts'
import { runSql } from '../support/database.ts'
import { checkInvariants } from '../support/invariants.ts'
import { findProgram } from '../support/programs.ts'
import { startServer, createDataFolder, type ChildServer, type DataFolder } from '../support/server.ts'
import { contentOf, kitroom, kitroomJson, runShell } from '../server/operator/support.ts'

let source: DataFolder
let account: TestAccount
let backup: string
/** A list as it was when the backup was made. */
let list: { text: string; etag: string }
/** The response that is stored under the Idempotency-Key `once`. */
let storedResponse: { id: string; body: string }
let madeAfter: string
let backedUpMs: number
let webhook: { id: string; secret: string }

let target: DataFolder

const pathIn = (folder: DataFolder, ...names: string[]): string => join(folder.dataDir, ...names)

async function withServer<T>(folder: DataFolder, work: (api: Api, server: ChildServer) => Promise<T>): Promise<T> {
  await using server = await startServer(folder.dataDir)
  return await work(createApi(server.url, account.api_key), server)
}

beforeAll(async () => {
  source = createDataFolder()
  account = await createAccount(source.dataDir, 'Alice')
  writeFileSync(pathIn(source, 'cli.json'), JSON.stringify({ url: 'http://127.0.0.1:1', api_key: account.api_key }), {
    mode: 0o600,
  })
  backup = pathIn(source, 'backup')
  await withServer(source, async (api) => {
    for (let index = 0; index < 30; index++)
      await api.createItem({ model: `Mark ${index}`, asset_tag: `R-${index}`, warranty_expires_on: '2030-01-01' })
    const firstReply = await api.post('/gear', camera({ model: 'Once' }), { 'Idempotency-Key': 'once' })
    storedResponse = { id: firstReply.item().id, body: firstReply.text }
    const endpoint = { url: 'https://hooks.studio.example/kitroom', events: ['shoot.deleted'] }
    webhook = (
      await api.as(account.owner_key).post('//settings/v1/webhooks', endpoint)
    ).item() as unknown as typeof webhook
    const reply = await api.get('/gear?limit=200')
    list = { text: reply.text, etag: String(reply.headers['etag']) }
    // Other clients write while the backup is made, so it may hold records that are newer than its start.
    const timer = setInterval(
      () =>
        void api
          .as(account.owner_key)
          .post('//settings/v1/documents', { type: 'insurance', title: 'Written meanwhile' }),
      5,
    )
    await kitroomJson(source.dataDir, ['backup', '--out', backup])
    clearInterval(timer)
    backedUpMs = Date.now()
    madeAfter = (await api.createItem({ model: 'After the backup' })).id
  })
})
afterAll(() => source[Symbol.dispose]())
beforeEach(() => {
  target = createDataFolder()
  return () => target[Symbol.dispose]()
})

const restore = (...args: string[]): ReturnType<typeof kitroom> =>
  kitroom(target.dataDir, ['restore', '--from', backup, ...args])

describe('kitroom restore', () => {
  it('restores everything onto a new machine', async () => {
    rmSync(target.dataDir, { recursive: true })
    const restored = await kitroomJson(target.dataDir, ['restore', '--from', backup])
    expect(restored).toMatchObject({
      parts: ['api'],
      counters: null,
      aside: [],
      accounts: [{ account_id: account.account_id, audit: { fault: null } }],
    })
    expect(statSync(target.dataDir).mode & 0o777).toBe(0o700)
    expect(readdirSync(target.dataDir).toSorted()).toEqual([
      'cli.json',
      'database.json',
      'encryption.key',
      'kitroom.db',
    ])
    for (const name of readdirSync(target.dataDir)) expect(statSync(pathIn(target, name)).mode & 0o777).toBe(0o600)
    expect(readFileSync(pathIn(target, 'cli.json'), 'utf8')).toBe(readFileSync(pathIn(source, 'cli.json'), 'utf8'))
    await kitroomJson(target.dataDir, ['backup', '--out', pathIn(target, 'again')])
    expect(contentOf(pathIn(target, 'again'))).toEqual(contentOf(backup))
    await withServer(target, async (api) => {
      const reply = await api.get('/gear?limit=200')
      expect(reply.text).toBe(list.text)
      expect((await api.get(`/gear/${madeAfter}`)).status).toBe(404)
      expect((await api.as(account.owner_key).get('//settings/v1/keys')).status).toBe(200)
    })
    await checkInvariants(target.databaseFile)
  })

  it('brings the encryption key to another machine, so that webhooks are signed as before', async () => {
    await restore()
    const [row] = await runSql<{ id: string; secret: string }>(
      target.databaseFile,
      'select id, secret from webhook_endpoint',
    )
    expect(webhook.secret).toMatch(/^whsec_/)
    expect(row?.secret).not.toContain(webhook.secret.slice(6))
    expect(openSecretBox(target.dataDir).open(row?.secret ?? '', webhook.id)).toBe(webhook.secret)
  })

  it('begins a new epoch, so that cached lists of clients are stale', async () => {
    await restore()
    await withServer(target, async (api) => {
      const profile = await api.get('/profile')
      const epoch = String(profile.headers['kitroom-epoch'])
      expect(restoredToMs(epoch)).toBeLessThanOrEqual(backedUpMs)
      expect(
        (await api.get('/profile', { 'If-None-Match': String(profile.headers['etag']) })).headers['kitroom-epoch'],
      ).toBe(epoch)
      const reply = await api.get('/gear?limit=200', { 'If-None-Match': list.etag })
      expect({ status: reply.status, text: reply.text }).toEqual({ status: 200, text: list.text })
      const records = await api.get(`/gear/${storedResponse.id}`)
      // The ETag of an unchanged record stays valid.
      expect(
        (await api.get(`/gear/${storedResponse.id}`, { 'If-None-Match': String(records.headers['etag']) })).status,
      ).toBe(304)
    })
    const epochsBefore = await runSql<{ epoch: string }>(source.databaseFile, 'select epoch from account_state')
    const epochsAfter = await runSql<{ epoch: string }>(target.databaseFile, 'select epoch from account_state')
    expect(epochsAfter[0]?.epoch.slice(0, 8)).not.toBe(epochsBefore[0]?.epoch.slice(0, 8))
  })

  it('ends every session of the console, its codes, and the keys that signed for the worker', async () => {
    const [from, to, copy] = [pathIn(target, 'from'), pathIn(target, 'to'), pathIn(target, 'copy')]
    const { api_key: key } = await createAccount(from, 'Alice')
    const before = await startServer(from)
    const browser = openBrowser(before.url)
    expect((await browser.signIn({ api_key: key })).status).toBe(201)
    const { code } = (await createApi(before.url, key).post('//console/api/codes', {})).item()
    const signingKey = ['key', 'x', '2026-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z']
    await runSql(pathIn(target, 'from', 'kitroom.db'), 'insert into signing_key values (?, ?, ?, ?)', ...signingKey)
    await kitroomJson(from, ['backup', '--out', copy])
    await before.stop()
    await kitroomJson(to, ['restore', '--from', copy])
    expect(await runSql(pathIn(target, 'to', 'kitroom.db'), 'select id from signing_key')).toEqual([])
    await using after = await startServer(to)
    const restored = openBrowser(after.url)
    restored.cookie = browser.cookie
    expect((await restored.send('GET', '/console/api/session')).problem().code).toBe('session_required')
    expect((await openBrowser(after.url).signIn({ code })).problem().code).toBe('code_not_valid')
    expect((await openBrowser(after.url).signIn({ api_key: key })).status).toBe(201)
  })

  it('keeps stored responses, so that a repeat makes no second item', async () => {
    await restore()
    await withServer(target, async (api) => {
      const repeatReply = await api.post('/gear', camera({ model: 'Once' }), { 'Idempotency-Key': 'once' })
      expect({
        status: repeatReply.status,
        text: repeatReply.text,
        'idempotent-replayed': repeatReply.headers['idempotent-replayed'],
      }).toEqual({
        status: 201,
        text: storedResponse.body,
        'idempotent-replayed': 'true',
      })
    })
  })

  it('refuses to overwrite existing data, and moves it aside with --replace', async () => {
    const otherAccount = await createAccount(target.dataDir, 'Other')
    const refusedRun = await restore()
    expect(refusedRun).toMatchObject({ code: 1, out: '' })
    expect(refusedRun.err).toContain(`There is data already: ${target.databaseFile}.`)
    expect((await restore('--replace')).err).toContain('Nobody can be asked here: add --yes. Nothing was changed.')
    expect(await runSql(target.databaseFile, 'select id from account')).toEqual([{ id: otherAccount.account_id }])
    const replaced = await kitroomJson(target.dataDir, ['restore', '--from', backup, '--replace', '--yes'])
    const [asidePath] = replaced['aside'] as string[]
    expect(asidePath).toMatch(/kitroom\.db\.before-\d{8}T\d{6}Z$/)
    expect(await runSql(String(asidePath), 'select id from account'), 'the old database is complete').toEqual([
      { id: otherAccount.account_id },
    ])
    expect(await runSql(target.databaseFile, 'select id from account')).toEqual([{ id: account.account_id }])
  })

  it('refuses while a server runs, even an idle one', async () => {
    const otherAccount = await createAccount(target.dataDir, 'Other')
    await using server = await startServer(target.dataDir)
    const refusedRun = await restore('--replace', '--yes')
    expect(refusedRun.code).toBe(1)
    expect(refusedRun.err).toContain('is in use: a server runs on it.')
    expect((await createApi(server.url, otherAccount.api_key).get('/gear')).status).toBe(200)
    expect(
      readdirSync(target.dataDir).filter((name) => name.includes('unfinished') || name.includes('before')),
    ).toEqual([])
  })

  it('changes nothing when the disk is full', async () => {
    const otherAccount = await createAccount(target.dataDir, 'Other')
    const command = `"${process.execPath}" "${findProgram('server/operator/restore.ts')}" --from "${backup}" --replace --yes`
    const { code, err } = await runShell(`ulimit -f 100; exec ${command}`, { KITROOM_DATA_DIR: target.dataDir })
    expect(err).toContain(
      `The disk of ${target.dataDir} is full or fails. Nothing was changed; make room and try again.`,
    )
    expect(code).toBe(1)
    expect(readdirSync(target.dataDir).toSorted()).toEqual(['database.json', 'kitroom.db'])
    expect(await runSql(target.databaseFile, 'select id from account')).toEqual([{ id: otherAccount.account_id }])
  })

  it('reports wrong counters and a broken audit chain in a backup', async () => {
    const copy = pathIn(target, 'bent')
    cpSync(backup, copy, { recursive: true })
    // The database is damaged before the backup is made, so the checksums match but the content is wrong.
    await kitroomJson(pathIn(target, 'first'), ['restore', '--from', copy])
    await runSql(pathIn(target, 'first', 'kitroom.db'), "update account_state set counters = '{}'")
    await runSql(
      pathIn(target, 'first', 'kitroom.db'),
      "update audit set entry = replace(entry, '201', '200') where seq = 1",
    )
    await kitroomJson(pathIn(target, 'first'), ['backup', '--out', pathIn(target, 'wrong')])
    const { code, out } = await kitroom(pathIn(target, 'second'), ['restore', '--from', pathIn(target, 'wrong')])
    expect(code).toBe(2)
    expect(out).toContain(`FAULT the counters of account ${account.account_id} do not match its records`)
    expect(out).toMatch(/FAULT The audit chain of Alice: .* a row was changed/)
  })
})
