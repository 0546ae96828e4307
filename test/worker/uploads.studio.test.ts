import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApiError } from '../../client/errors.ts'
import { loadConfig } from '../../config/config.ts'
import { explainSource } from '../../contract/control/explain.ts'
import { uploadSheet } from '../../contract/control/sheetFiles.ts'
import {
  MAX_SHEET_BYTES,
  MAX_SPARE_SHEET_BYTES,
  MAX_SPARE_SHEETS,
  MAX_UPLOAD_BYTES_AT_ONCE,
} from '../../contract/policies.ts'
import { hashLocation } from '../../sheets/sources/kinds.ts'
import { canMeasureMemory, noMemorySuffix, readPeakMb, readResidentMb } from '../support/peakMemory.ts'
import { testTemporal } from '../support/temporal.ts'
import { cameras, csv } from './support/sheets.ts'
import { mainSource, openStudio, type Studio } from './support/studio.ts'

const UPLOADS = 20
const MIB = 1024 * 1024
/** Some 75 MB were seen. The bytes of all uploads together, twice, would be ten times as much. */
const MAX_GROWTH_MB = 250

/** The worker forgets downloads of other locations than those of its settings. */
const CONFIG = `${mainSource}  - id: web\n    url: https://sheets.example/a.csv\n`
const LOCATION = loadConfig(CONFIG).sources.flatMap((source) => hashLocation(source) ?? [])[0] ?? ''

let studio: Studio
beforeAll(async () => {
  studio = await openStudio(testTemporal(), { ownProcess: 'worker', config: CONFIG })
  studio.writeSheet('sheet.csv', csv(cameras(3)))
})
afterAll(() => studio[Symbol.asyncDispose]())

const upload = (bytes: Uint8Array, name = 'a.csv') =>
  studio.sync.client.upload(uploadSheet, bytes, { query: { name } }).then(({ body }) => body.data)

const outcomeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'stored',
    (error: unknown) => (error instanceof ApiError ? `${error.status} ${error.code}` : Promise.reject(error as Error)),
  )

const listSheets = async (): Promise<string[]> =>
  (await studio.stateSql<{ sha256: string }>('select sha256 from staged order by used_at')).map(({ sha256 }) => sha256)

const addSheet = (sha256: string, year: number, bytes: number): Promise<unknown> =>
  studio.stateSql(
    'insert into staged (sha256, bytes, used_at) values (?, ?, ?)',
    sha256,
    bytes,
    `${year}-01-01T00:00:00.000Z`,
  )

describe('uploads', () => {
  it.skipIf(!canMeasureMemory)(
    `at once are limited by their number and bytes, and need little memory${noMemorySuffix}`,
    async () => {
      await upload(Buffer.alloc(8 * MIB, 'x'))
      const residentMb = readResidentMb(studio.worker.pid)
      const bytes = Buffer.alloc(MAX_SHEET_BYTES, 'Tag,Type\n')
      const outcomes = await Promise.all(
        Array.from({ length: UPLOADS }, (_, index) => outcomeOf(upload(bytes.subarray(index)))),
      )
      const stored = outcomes.filter((outcome) => outcome === 'stored').length
      expect(new Set(outcomes)).toEqual(new Set(['stored', '429 rate_limited']))
      expect(stored).toBeGreaterThanOrEqual(MAX_UPLOAD_BYTES_AT_ONCE / MAX_SHEET_BYTES)
      expect(readPeakMb(studio.worker.pid) - residentMb).toBeLessThan(MAX_GROWTH_MB)
      expect(await outcomeOf(upload(bytes)), 'one after another').toBe('stored')
    },
  )

  it('hold what was sent, and an upload that ends early stores nothing', async () => {
    const text = `Asset Tag,Type,Brand,Model\n${'T-1,camera,Canon,R5\n'.repeat(120_000)}`
    const sent = await upload(Buffer.from(text), 'kit.csv')
    expect(sent.bytes).toBe(text.length)
    const chunks = await studio.stateSql<{ bytes: number }>(
      'select length(content) as bytes from staged_chunk where sha256 = ? order by number',
      sent.sha256,
    )
    expect(chunks.map(({ bytes }) => bytes)).toEqual([MIB, MIB, text.length - 2 * MIB])
    const { body } = await studio.sync.client.call(explainSource, {
      body: { source: 'main', upload_id: sent.upload_id },
    })
    expect(body.data.refused).toBeNull()
    expect(await outcomeOf(upload(new Uint8Array()))).toBe('400 invalid_request')
    expect(await outcomeOf(upload(Buffer.alloc(MAX_SHEET_BYTES + 1)))).toBe('413 body_too_large')
  })
})

describe('stored sheets that nothing needs', () => {
  it('are deleted when they are too many bytes, the oldest first, and never those that are needed', async () => {
    const run = await studio.sync.start()
    expect(await studio.sync.follow(run.run_id)).toMatchObject({ status: 'waiting' })
    await studio.stateSql('delete from staged where sha256 not in (select sha256 from run where finished_at is null)')
    const [waiting] = await listSheets()
    const large = MAX_SPARE_SHEET_BYTES / 2 - MIB
    await studio.stateSql("update staged set used_at = '2019-01-01T00:00:00.000Z', bytes = ?", large)
    await addSheet('download', 2020, large)
    await studio.stateSql(
      "insert into download (source, location_sha256, url_sha256, name, sha256) values ('web', ?, '', 'a.csv', 'download')",
      LOCATION,
    )
    for (const year of [2021, 2022, 2023]) await addSheet(`spare ${year}`, year, large)
    const { sha256 } = await upload(Buffer.from('a,b\n1,2\n'))
    expect(await listSheets()).toEqual([waiting, 'download', 'spare 2022', 'spare 2023', sha256])
    expect(await studio.sync.get(run.run_id)).toMatchObject({ status: 'waiting' })
  })

  it('are deleted when they are too many', async () => {
    await studio.stateSql("delete from staged where sha256 like 'spare%'")
    const rows = Array.from(
      { length: MAX_SPARE_SHEETS },
      (_, index) => `('spare ${index}', 1, '${3000 + index}-01-01')`,
    )
    await studio.stateSql(`insert into staged (sha256, bytes, used_at) values ${rows.join(', ')}`)
    const before = await listSheets()
    const { sha256 } = await upload(Buffer.from('a,b\n1,3\n'))
    const after = await listSheets()
    expect(after).toContain(sha256)
    expect(after).toContain('download')
    expect(before.filter((sheet) => !after.includes(sheet) && sheet.startsWith('spare'))).toEqual(['spare 0'])
  })
})

it('a disk that is nearly full takes no upload, and says so', async () => {
  await studio.worker.stop()
  await studio.startWorker({ KITROOM_MIN_FREE_DISK_MIB: '1000000000' })
  const refused = await upload(Buffer.from('a,b\n1,4\n')).catch((error: unknown) => error)
  expect(refused).toMatchObject({ status: 507, code: 'disk_nearly_full', detail: expect.stringContaining('Make room') })
  await studio.worker.stop()
  await studio.startWorker()
  expect(await outcomeOf(upload(Buffer.from('a,b\n1,4\n')))).toBe('stored')
})
