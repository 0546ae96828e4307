import { expect, it } from 'vitest'
import { findTimeSkipping } from '../support/timeSkipping/server.ts'
import { openSyncStudio, type SyncStudio } from '../support/timeSkipping/syncStudio.ts'
import { cameras, csv } from '../worker/support/sheets.ts'

const { open, missing } = await findTimeSkipping()
if (missing !== undefined)
  console.warn(`NOT RUN: hours of a sync. There is no Temporal that skips time here: ${missing}`)
const skipNote = missing === undefined ? '' : ` (NOT RUN, no Temporal that skips time: ${missing})`

const AUTOMATIC = 'sources:\n  - { id: main, file: sheet.csv, approve: auto, guard: { changes: 100, percent: 100 } }\n'

const openStudio = (): Promise<SyncStudio> => {
  if (!open) throw new Error(missing)
  return openSyncStudio(open, AUTOMATIC)
}

it.skipIf(missing !== undefined)(`a sync survives an hour without the API${skipNote}`, async () => {
  await using studio = await openStudio()
  studio.writeSheet(csv(cameras(3)))
  await studio.stopServer()
  const runId = await studio.start()
  await studio.skip(60)
  expect(await studio.run(runId)).toMatchObject({ status: 'planning', reason: null })
  await studio.startServer()
  await studio.skip(1)
  expect(await studio.run(runId)).toMatchObject({ status: 'completed', results: '{"created":3}' })
})
