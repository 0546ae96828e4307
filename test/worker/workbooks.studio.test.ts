// Plans and writes of example workbooks match the expected files.
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Run } from '../../contract/control/control.ts'
import { withoutIds, expected } from '../sheets/support.ts'
import { testTemporal } from '../support/temporal.ts'
import { openStudio, type Studio } from './support/studio.ts'

interface ExpectedSync {
  settings: Record<string, unknown>
  read: unknown
  counts: Record<string, number>
  rows: Record<string, unknown>[]
  missing?: Record<string, unknown>[]
}

let studio: Studio

beforeAll(async () => {
  studio = await openStudio(testTemporal(), { config: 'sources:\n  - id: main\n    file: inventory.xlsx\n' })
})
afterAll(() => studio[Symbol.asyncDispose]())

const withoutId = ({ gear_id: _id, ...rest }: Record<string, unknown>): Record<string, unknown> => rest

async function planOnly(): Promise<Run> {
  const startedRun = await studio.sync.start()
  return studio.sync.follow(startedRun.run_id)
}

it.each(['studio', 'studio-v2'])('%s.xlsx is synced as expected, and a second sync writes nothing', async (name) => {
  const expectedSync = expected(name) as ExpectedSync
  copyFileSync(
    new URL(`../sheets/fixtures/${name}.xlsx`, import.meta.url),
    join(studio.folder.dataDir, 'inventory.xlsx'),
  )
  const plannedRun = await planOnly()
  expect(plannedRun).toMatchObject({ status: 'waiting', reason: null })
  const { head, rows } = await studio.sync.plan(plannedRun.run_id)
  expect(head.settings).toMatchObject(expectedSync.settings)
  expect(head.read).toEqual(expectedSync.read)
  // The header of the second sheet is another one, so its missing items are listed and not counted.
  const { missing: _missing, ...counts } = expectedSync.counts
  expect(head.counts).toEqual(counts)
  expect(rows.map(withoutIds)).toEqual(expectedSync.rows)
  expect(head.missing.map(withoutId)).toEqual(expectedSync.missing ?? [])

  await studio.sync.approve(plannedRun.run_id)
  const appliedRun = await studio.sync.follow(plannedRun.run_id)
  expect(appliedRun.status).toBe('completed_with_errors')
  const eventsBefore = await studio.apiSql<{ events: number }>('select count(*) as events from event')
  const secondRun = await studio.sync.syncAll()
  expect({
    create: secondRun.counts['create'],
    update: secondRun.counts['update'],
    conflict: secondRun.counts['conflict'],
  }).toEqual({
    create: undefined,
    update: undefined,
    conflict: undefined,
  })
  expect(await studio.apiSql('select count(*) as events from event')).toEqual(eventsBefore)
})
