import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createBulkEdit } from '../../contract/control/controlBulkEdit.ts'
import { kitroom, kitroomJson, manifestOf, operate, operateJson } from '../server/operator/support.ts'
import { runSql } from '../support/database.ts'
import { createDataFolder } from '../support/server.ts'
import { emptyDatabaseUrl, hasPostgres, withoutPostgres } from '../support/testDatabase.ts'
import { inStateSchema } from '../support/stateUrl.ts'
import { testTemporal } from '../support/temporal.ts'
import { startProcess } from './support/process.ts'
import { cameras, csv } from './support/sheets.ts'
import { openStudio, type Studio } from './support/studio.ts'

// The worker's state as rows: from SQLite to PostgreSQL and back, in a backup and out of it.

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const closeOne of closers.splice(0).toReversed()) await closeOne()
})

const TABLES = ['run', 'plan_row', 'row_result', 'edit_item', 'binding', 'staged', 'staged_chunk', 'schedule'] as const

/** Rows per table, and the bytes of sheets. @param place a SQLite file, or a URL whose default schema is the state's */
async function contentOf(place: string): Promise<Record<string, unknown>> {
  const counts = await Promise.all(
    TABLES.map(async (table) => [
      table,
      (await runSql<{ n: number }>(place, `select count(*) as n from ${table}`))[0]?.n,
    ]),
  )
  const chunks = await runSql<{ content: Uint8Array }>(
    place,
    'select content from staged_chunk order by sha256, number',
  )
  return { ...Object.fromEntries(counts), sheets: chunks.map(({ content }) => Buffer.from(content).toString('base64')) }
}

const onDatabase = (url: string) => ({ KITROOM_WORKER_DATABASE_URL: url })

async function expectRefusal(studio: Studio, env: Record<string, string>, message: RegExp): Promise<void> {
  const refused = startProcess('worker/main.ts', { ...studio.environment(), ...env })
  expect(await refused.exited).toBe(1)
  expect(refused.errors()).toMatch(message)
}

async function move(studio: Studio, from: string, to: string) {
  return kitroomJson(studio.folder.dataDir, ['worker', 'move', '--to', to], onDatabase(from))
}

describe.skipIf(!hasPostgres)(`the worker's state as rows${withoutPostgres}`, () => {
  it('a move takes waiting runs along, to PostgreSQL and back; a backup from PostgreSQL is restored into both', async () => {
    const studio = await openStudio(testTemporal())
    closers.push(() => studio[Symbol.asyncDispose]())
    const { dataDir } = studio.folder
    const file = join(dataDir, 'worker.db')
    const first = `sqlite:${file}`
    studio.writeSheet('sheet.csv', csv(cameras(5)))
    await studio.sync.syncAll()
    studio.writeSheet('sheet.csv', csv(cameras(7)))
    const { run_id: waiting } = await studio.sync.start()
    expect(await studio.sync.follow(waiting)).toMatchObject({ status: 'waiting' })

    const item = (await studio.api.get('/gear?asset_tag=K-0001')).items()[0]
    const body = { items: [{ id: item?.id ?? '' }], updates: { status: 'retired' as const } }
    const { run_id: edit } = (await studio.sync.client.call(createBulkEdit, { body })).body.data
    expect(await studio.sync.follow(edit)).toMatchObject({ status: 'waiting', counts: { update: 1 } })

    const second = await emptyDatabaseUrl()
    const refused = await kitroom(dataDir, ['worker', 'move', '--to', second], onDatabase(first))
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('Stop it, then move') as string })
    await studio.worker.stop()
    const before = await contentOf(file)
    expect(before).toMatchObject({ run: 3, edit_item: 1, binding: 5 })
    expect(await move(studio, first, second)).toMatchObject({ place: expect.stringContaining('PostgreSQL') as string })
    expect(await contentOf(inStateSchema(second))).toEqual(before)
    await expectRefusal(studio, onDatabase(first), /state was moved to: PostgreSQL/)

    await studio.startWorker(onDatabase(second))
    await studio.sync.approve(waiting)
    expect(await studio.sync.follow(waiting)).toMatchObject({ status: 'completed', results: { created: 2 } })
    await studio.sync.approve(edit)
    expect(await studio.sync.follow(edit)).toMatchObject({
      status: 'completed',
      results: { updated: 1 },
      edit: { items: 1 },
    })
    const backup = join(dataDir, 'backup')
    const urlFile = join(dataDir, 'url')
    writeFileSync(urlFile, `${second}\n`)
    await operateJson(dataDir, ['backup', '--only', 'worker', '--out', backup], {
      KITROOM_WORKER_DATABASE_URL_FILE: urlFile,
    })
    expect(manifestOf(backup)).toMatchObject({
      format: 2,
      parts: ['worker'],
      worker_schema: ['0001_baseline'],
    })
    await studio.worker.stop()
    const after = await contentOf(inStateSchema(second))

    const third = await emptyDatabaseUrl()
    await operateJson(dataDir, ['restore', '--only', 'worker', '--from', backup, '--yes'], onDatabase(third))
    expect(await contentOf(inStateSchema(third))).toEqual(after)
    const again = await operate(
      dataDir,
      ['restore', '--only', 'worker', '--from', backup, '--yes', '--replace'],
      onDatabase(third),
    )
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining('not overwritten') as string })
    using other = createDataFolder()
    await operateJson(other.dataDir, ['restore', '--only', 'worker', '--from', backup])
    expect(await contentOf(join(other.dataDir, 'worker.db'))).toEqual(after)

    // A SQLite file of a backup, into PostgreSQL.
    const fileBackup = join(dataDir, 'file-backup')
    await operateJson(other.dataDir, ['backup', '--only', 'worker', '--out', fileBackup])
    expect(manifestOf(fileBackup)).toMatchObject({ format: 1 })
    const fourth = await emptyDatabaseUrl()
    await operateJson(dataDir, ['restore', '--only', 'worker', '--from', fileBackup, '--yes'], onDatabase(fourth))
    expect(await contentOf(inStateSchema(fourth))).toEqual(after)

    const back = `sqlite:${join(dataDir, 'back.db')}`
    await move(studio, second, back)
    expect(await contentOf(join(dataDir, 'back.db'))).toEqual(after)
    await expectRefusal(studio, onDatabase(second), /state was moved to: SQLite/)
    await studio.startWorker(onDatabase(back))
    expect(await studio.sync.syncAll()).toMatchObject({ status: 'completed', counts: { unchanged: 7 } })
  })
})
