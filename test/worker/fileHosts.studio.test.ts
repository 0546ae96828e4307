import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { explainSource } from '../../contract/control/explain.ts'
import { startSheetServer, tagged, type SheetServer } from '../sheets/sources/support/sheetServer.ts'
import { runSql } from '../support/database.ts'
import { inStateSchema } from '../support/stateUrl.ts'
import { emptyDatabaseUrl, hasPostgres, withoutPostgres } from '../support/testDatabase.ts'
import { testTemporal } from '../support/temporal.ts'
import { startSecondHost, type SecondHost } from './support/secondHost.ts'
import { cameras, csv } from './support/sheets.ts'
import { openStudio, type Studio } from './support/studio.ts'

// Two hosts share one state on PostgreSQL. Files are on the second host, whose label is studio-nas.

const SECRET = 'sig=7f3a9c0b5d'

let url = ''
let sheets: SheetServer
let studio: Studio
let second: SecondHost

const configOf = (address: string): string => `sources:
  - { id: main, file: sheet.csv }
  - { id: nas, file: nas.csv, on: studio-nas }
  - { id: web, url: "${address}/web.csv?${SECRET}" }
`

beforeAll(async () => {
  if (!hasPostgres) return
  sheets = await startSheetServer()
  url = await emptyDatabaseUrl()
  studio = await openStudio(testTemporal(), {
    config: configOf(sheets.url),
    ownProcess: 'worker',
    workerEnv: {
      KITROOM_WORKER_DATABASE_URL: url,
      KITROOM_SOURCE_ALLOW: '127.0.0.1/32:*',
      KITROOM_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    },
  })
  second = await startSecondHost(studio, { KITROOM_FILES: 'studio-nas' })
})
afterAll(async () => {
  await second?.[Symbol.asyncDispose]()
  await studio?.[Symbol.asyncDispose]()
  await sheets?.[Symbol.asyncDispose]()
})

it.skipIf(!hasPostgres)(
  `a source with on: is read on the host with the label, relative to its folder${withoutPostgres}`,
  async () => {
    second.writeFile('nas.csv', csv(cameras(3)))
    expect(await studio.sync.syncAll('nas')).toMatchObject({ status: 'completed', results: { created: 3 } })
    await expect(studio.sync.client.call(explainSource, { body: { source: 'nas' } })).rejects.toThrow(
      'The file of nas is on the host "studio-nas"',
    )
  },
)

it.skipIf(!hasPostgres)(`a file without on: is read on the only host with a label${withoutPostgres}`, async () => {
  second.writeFile('sheet.csv', csv(cameras(3)).replaceAll('K-', 'L-'))
  expect(await studio.sync.syncAll('main')).toMatchObject({ status: 'completed', results: { created: 3 } })
})

it.skipIf(!hasPostgres)(
  `a web address with a query is stored encrypted, and fetched by any worker${withoutPostgres}`,
  async () => {
    const [row] = await runSql<{ text: string; sealed: string }>(
      inStateSchema(url),
      'select text, sealed from settings',
    )
    expect(row?.text).toContain('/web.csv?…')
    expect(JSON.stringify(row)).not.toContain(SECRET)
    sheets.offer('/web.csv', tagged(csv(cameras(2)).replaceAll('K-', 'W-'), '"1"'))
    await studio.worker.stop()
    expect(await second.sync.syncAll('web')).toMatchObject({ status: 'completed', results: { created: 2 } })
    expect(sheets.requests.at(-1)?.target).toContain(SECRET)
  },
)
