import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { listSources } from '../../../contract/control/control.ts'
import { explainSource } from '../../../contract/control/explain.ts'
import { fixture } from '../support.ts'
import { stateOnPostgres } from '../../support/stateUrl.ts'
import { testTemporal } from '../../support/temporal.ts'
import { openSchedules } from '../../worker/support/schedules.ts'
import { until } from '../../support/wait.ts'
import { cameras, csv } from '../../worker/support/sheets.ts'
import { openStudio, type Studio } from '../../worker/support/studio.ts'
import { pemFile, startSheetServer, tagged, type SheetServer } from './support/sheetServer.ts'

const TOKEN = 'bearer-5b7a41'
const SIGNATURE = 'signature-7d1c93'
const PAGE = { headers: { 'content-type': 'text/html' }, body: '<!doctype html><form>Sign in</form>' }

let studio: Studio
let server: SheetServer

beforeAll(async () => {
  server = await startSheetServer({ tls: true })
  studio = await openStudio(testTemporal(), {
    ownProcess: 'worker',
    config: '',
    workerEnv: {
      KITROOM_SOURCE_ALLOW: `127.0.0.1/32:${server.port}`,
      NODE_EXTRA_CA_CERTS: pemFile,
      SHEET_TOKEN: TOKEN,
    },
  })
})
afterAll(async () => {
  await studio[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

/** Each test has a source of its own. */
let source = ''
let count = 0
beforeEach(() => {
  count += 1
  source = `web-${count}`
})

const signed = (path: string): string => `${server.url}${path}?X-Amz-Signature=${SIGNATURE}`
const configure = (address: string, more = ''): void =>
  studio.configure(
    `sources:\n  - id: ${source}\n    url: { address: "${address}", bearer_env: SHEET_TOKEN }\n    ${more}\n`,
  )

const rowsOf = (number: number) =>
  cameras(number).map((row) => ({ ...row, 'Asset Tag': `${source}-${row['Asset Tag']}` }))
const sheetOf = (number: number): string => csv(rowsOf(number))

const plan = async () => studio.sync.follow((await studio.sync.start({ source })).run_id)
const explain = async () => (await studio.sync.client.call(explainSource, { body: { source } })).body.data
const conditions = () => server.requests.map(({ headers }) => headers['if-none-match'])
const downloads = () =>
  studio.stateSql<{ etag: string | null; sha256: string }>('select etag, sha256 from download where source = ?', source)
/** The name that the last run of the source shows. */
const fileOf = async () =>
  (await studio.stateSql<{ file: string }>('select file from run where source = ? order by run_id desc', source))[0]
    ?.file
const stagedOf = async () =>
  (await studio.stateSql<{ sha256: string }>('select sha256 from run where source = ? order by run_id', source)).map(
    ({ sha256 }) => sha256,
  )

it.each([
  ['/gear.csv', 'gear.csv', () => sheetOf(3)],
  ['/gear.tsv', 'gear.tsv', () => sheetOf(3).replaceAll(',', '\t')],
])('%s is synced over https, with its credentials', async (path, file, body) => {
  server.offer(path, { body: body() })
  configure(signed(path))
  expect(await studio.sync.syncAll(source)).toMatchObject({ status: 'completed', results: { created: 3 } })
  expect(await fileOf()).toBe(file)
  expect(server.requests).toMatchObject([
    { method: 'GET', target: `${path}?X-Amz-Signature=${SIGNATURE}`, headers: { authorization: `Bearer ${TOKEN}` } },
  ])
})

it('a workbook is planned and explained', async () => {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  server.offer('/download', { headers: { 'content-type': type }, body: fixture('studio.xlsx') })
  configure(signed('/download'), 'values: { gear_type: { Furniture: accessory } }')
  expect(await plan()).toMatchObject({ status: 'waiting', counts: { create: 60 } })
  expect(await explain()).toMatchObject({ file: 'download.xlsx', rows: { item: 60 }, refused: null })
})

it('an unchanged sheet is one request that is answered 304, and plans nothing', async () => {
  server.offer('/gear.csv', tagged(sheetOf(4), '"v1"'))
  configure(signed('/gear.csv'))
  expect(await studio.sync.syncAll(source)).toMatchObject({ status: 'completed', results: { created: 4 } })
  expect(await explain()).toMatchObject({ file: 'gear.csv', rows: { item: 4 } })
  expect(await plan()).toMatchObject({ status: 'completed', counts: { unchanged: 4 } })
  expect(conditions()).toEqual([undefined, '"v1"', '"v1"'])
  const [first, second] = await stagedOf()
  expect(second).toBe(first)

  server.offer('/gear.csv', tagged(sheetOf(5), '"v2"'))
  expect(await plan()).toMatchObject({ status: 'waiting', counts: { unchanged: 4, create: 1 } })
  expect(conditions()).toEqual(['"v1"'])
  expect(await downloads()).toMatchObject([{ etag: '"v2"', sha256: (await stagedOf())[2] }])
})

it('a sheet without validators is downloaded and compared by its hash', async () => {
  server.offer('/gear.csv', { body: sheetOf(2) })
  configure(signed('/gear.csv'))
  await studio.sync.syncAll(source)
  expect(await plan()).toMatchObject({ counts: { unchanged: 2 } })
  expect(await downloads()).toEqual([])
  expect(conditions()).toEqual([undefined, undefined])
  expect(new Set(await stagedOf()).size).toBe(1)
})

it('validators are forgotten with the address, and with the source', async () => {
  server.offer('/gear.csv', tagged(sheetOf(1), '"v1"'))
  configure(signed('/gear.csv'))
  await plan()
  expect(await downloads()).toHaveLength(1)
  configure(`${server.url}/gear.csv?X-Amz-Signature=renewed-${SIGNATURE}`)
  await until('the download of the earlier address is removed', async () => (await downloads()).length === 0)
  await plan()
  expect({ conditions: conditions(), downloadCount: (await downloads()).length }).toEqual({
    conditions: [undefined, undefined],
    downloadCount: 1,
  })
  studio.configure('')
  await until('the download of the removed source is removed', async () => (await downloads()).length === 0)
})

it('a server that is busy or breaks the connection is asked again', async () => {
  const body = sheetOf(2)
  server.offer(
    '/gear.csv',
    { status: 503, headers: { 'retry-after': '1' } },
    (_request, response) =>
      void response
        .writeHead(200, { 'content-length': body.length })
        .write(body.slice(0, 50), () => response.destroy()),
    { body },
  )
  configure(signed('/gear.csv'))
  expect(await plan()).toMatchObject({ status: 'waiting', counts: { create: 2 } })
  expect(server.requests).toHaveLength(3)
  await studio.worker.waitForLog(/^stageSource will be retried: https:.*\/gear\.csv\?… answers 503 now\.$/)
  await studio.worker.waitForLog(/^stageSource will be retried: .*the connection broke/)
})

it.each([
  ['a page to sign in', PAGE, 'most likely a page to sign in'],
  ['a missing file', { status: 404 }, 'has no file (404)'],
  [
    'another place inside',
    { status: 302, headers: { location: 'https://169.254.169.254/?token=hidden' } },
    'KITROOM_SOURCE_ALLOW',
  ],
])('%s ends the run with nothing written', async (_what, answer, message) => {
  server.offer('/gear.csv', answer)
  configure(signed('/gear.csv'))
  const reason = { code: 'unreadable_file', detail: expect.stringContaining(message) as string }
  expect(await plan()).toMatchObject({ status: 'failed', reason })
  expect(await fileOf()).toBe(`${server.url}/gear.csv?…`)
  expect((await explain()).refused).toMatchObject(reason)
  expect(await downloads()).toEqual([])
})

it('a server that asks for more time than a run has ends it', async () => {
  server.offer('/gear.csv', { status: 429, headers: { 'retry-after': '3600' } })
  configure(signed('/gear.csv'))
  const detail = `${server.url}/gear.csv?… answers 429 now.`
  expect(await plan()).toMatchObject({ status: 'failed', reason: { code: 'source_unavailable', detail } })
  expect(server.requests).toHaveLength(1)
})

it('explain reports a server that cannot be reached', async () => {
  server.offer('/gear.csv', { status: 503 })
  configure(signed('/gear.csv'))
  expect((await explain()).refused).toMatchObject({
    code: 'source_unavailable',
    detail: `${server.url}/gear.csv?… answers 503 now.`,
  })
})

it('a schedule syncs it', async () => {
  server.offer('/gear.csv', tagged(sheetOf(2), '"v1"'))
  configure(signed('/gear.csv'), 'approve: auto\n    guard: { changes: 5000 }\n    schedule: "0 6 1 1 *"')
  await using schedules = await openSchedules(testTemporal(), studio)
  await until('the schedule is there', async () => (await schedules.find(source)) !== undefined)
  for (const results of [{ created: 2 }, { unchanged: 2 }]) {
    const { runId } = await schedules.trigger(source)
    expect(await studio.sync.follow(runId)).toMatchObject({ status: 'completed', results })
  }
  expect(conditions()).toEqual([undefined, '"v1"'])
})

it('an address that changes while its run fetches is not mixed with the earlier one', async () => {
  server.offer('/old.csv', { status: 503 })
  configure(signed('/old.csv'))
  const { run_id } = await studio.sync.start({ source })
  await until('the server is asked', async () => server.requests.length > 0)
  configure(signed('/new.csv'))
  expect(await studio.sync.follow(run_id)).toMatchObject({
    status: 'failed',
    reason: { detail: expect.stringContaining('Start it again') as string },
  })
})

it('tokens and queries are in no answer, no log and no row', async () => {
  server.offer('/gear.csv', tagged(sheetOf(1), '"v1"'))
  // A comment may hold a secret too.
  configure(signed('/gear.csv'), `# the earlier one: ${signed('/earlier.csv')}`)
  const run = await plan()
  const { data: sources } = (await studio.sync.client.call(listSources)).body
  expect(sources).toMatchObject([{ source, kind: 'url', location: `${server.url}/gear.csv?…` }])
  const stored = await studio.stateSql<{ text: string; sealed: string | null }>('select text, sealed from settings')
  expect(stored).toMatchObject([
    { text: expect.stringContaining('/gear.csv?…') as string, sealed: expect.stringMatching(/^v1\./) as string },
  ])
  const tables = await studio.stateSql<{ name: string }>(
    stateOnPostgres
      ? `select table_name as name from information_schema.tables where table_schema = 'kitroom_worker'`
      : `select name from sqlite_master where type = 'table'`,
  )
  expect(tables.length).toBeGreaterThan(20)
  const rows = []
  for (const { name } of tables) rows.push(name, ...(await studio.stateSql(`select * from "${name}"`)))
  const texts = [rows, sources, run, await studio.sync.plan(run.run_id), await explain(), studio.worker.log].map(
    (value) => JSON.stringify(value),
  )
  for (const text of [...texts, studio.worker.errors()])
    for (const secret of [SIGNATURE, TOKEN, 'token=hidden']) expect(text).not.toContain(secret)
})
