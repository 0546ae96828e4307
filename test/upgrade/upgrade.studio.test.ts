import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { updateGear, listGear } from '../../contract/api/gear.ts'
import { gearConditions } from '../../contract/api/gearFields.ts'
import type { startStudio as StartStudio } from '../../local/studio/studio.ts'
import { syncScheduleId } from '../../contract/temporal.ts'
import { migrations as apiMigrations } from '../../server/db/migrations/index.ts'
import { migrations as stateMigrations } from '../../state/migrations/index.ts'
import { installPackage } from '../support/installedPackage.ts'
import { startMailServer, type MailServer } from '../support/mail/mailServer.ts'
import { makeLaterVersion } from '../support/laterVersion.ts'
import { hasPostgres, withoutPostgres } from '../support/testDatabase.ts'
import { until } from '../support/wait.ts'
import { startInstallation, type Installation } from './installation.ts'

interface StudioModule {
  startStudio: typeof StartStudio
}

const DAY_MS = 24 * 60 * 60 * 1000

const itemsOf = async ({ api }: Installation, tag: string): Promise<{ id: string; asset_tag: string | null }[]> =>
  (await api.call(listGear, { query: { asset_tag: tag } })).body.data

const total = async ({ api }: Installation): Promise<number> => (await api.call(listGear)).body.pagination.total

/** Items of all conditions, found by the columns that are derived from the records. */
async function totalByCondition({ api }: Installation): Promise<number> {
  const pages = await Promise.all(
    gearConditions.map((condition) => api.call(listGear, { query: { condition, limit: 1 } })),
  )
  return pages.reduce((sum, { body }) => sum + body.pagination.total, 0)
}

const allText = ({ mails }: MailServer): string =>
  mails.map(({ email }) => `${email.subject ?? ''}\n${email.text ?? ''}`).join('\n')

async function checkRuns(installation: Installation): Promise<void> {
  const { runs, sync } = installation
  const appliedRun = await sync.follow(runs['applying']?.run_id ?? '')
  expect(appliedRun, 'a run that was applying').toMatchObject({ status: 'completed', results: { created: 600 } })
  const plannedRun = await sync.follow(runs['planning']?.run_id ?? '')
  expect(plannedRun, 'a run that was planning').toMatchObject({ status: 'waiting', counts: { create: 1500 } })
  expect((await sync.plan(plannedRun.run_id)).rows).toHaveLength(1500)
  expect((await sync.reject(plannedRun.run_id)).status).toBe('rejected')
  const waitingId = runs['waiting']?.run_id ?? ''
  expect((await sync.get(waitingId)).status, 'a plan that waited').toBe('waiting')
  expect((await sync.plan(waitingId)).rows, 'the plan of the earlier version can be read').toHaveLength(20)
  await sync.approve(waitingId)
  expect(await sync.follow(waitingId)).toMatchObject({ status: 'completed', results: { created: 20 } })
}

async function checkUndoAndRepeat(installation: Installation): Promise<void> {
  const { runs, sync } = installation
  expect(await sync.syncAll('done'), 'a source that was synced').toMatchObject({ counts: { unchanged: 20 } })
  const undoRun = await sync.undo(runs['waiting']?.run_id ?? '')
  expect(await sync.follow(undoRun.run_id)).toMatchObject({ status: 'waiting', counts: { delete: 20 } })
  await sync.approve(undoRun.run_id, 20)
  expect(await sync.follow(undoRun.run_id)).toMatchObject({ status: 'completed' })
}

async function checkSchedules(installation: Installation): Promise<void> {
  const { account, temporal } = installation
  await temporal.schedule.getHandle(syncScheduleId(account, 'scheduled')).trigger()
  const tags = [1, 2, 3, 4, 5].map((index) => `scheduled-K-000${index}`)
  const areThere = async (): Promise<boolean> =>
    (await Promise.all(tags.map((tag) => itemsOf(installation, tag)))).flat().length === tags.length
  await until('a run of the schedule creates its five items', areThere)
}

async function checkReminders(mail: MailServer): Promise<void> {
  const isSent = async (): Promise<boolean> => /EOS R2/.test(allText(mail)) && /Sensor cleaning/.test(allText(mail))
  await until('pending reminders are sent', isSent)
}

/** Moves the end of a warranty, until which the coverage workflow sleeps, to a date that needs a reminder. */
async function checkCoverage(installation: Installation, mail: MailServer): Promise<void> {
  const [item] = await itemsOf(installation, 'done-K-0001')
  const soonDate = new Date(Date.now() + 10 * DAY_MS).toISOString().slice(0, 10)
  const updates = { warranty_expires_on: soonDate }
  await installation.api.call(updateGear, { params: { id: item?.id ?? '' }, body: { updates } })
  await until('the reminder of the moved end is mailed', async () => allText(mail).includes('done-K-0001'))
}

/** Checks the steps that `makeLaterVersion` adds: a field of stored records, and columns that are filled from rows. */
async function checkSteps(installation: Installation): Promise<void> {
  const { api, apiSql, state } = installation
  const namesOf = (steps: readonly { name: string }[]): object[] => steps.map(({ name }) => ({ name }))
  const [lensHood, later] = [{ name: '9000_lens_hood' }, { name: '9001_later' }]
  const ownSteps = namesOf(apiMigrations)
  expect(await apiSql('select name from migration order by name')).toEqual([...ownSteps, lensHood, later])
  expect(await state('select name from migration order by name')).toEqual([...namesOf(stateMigrations), later])
  const [lens] = (await api.call(listGear, { query: { type: 'lens' } })).body.data
  expect(lens, 'the field that the later version added').toMatchObject({ model: '35mm F1.4', hood_model: null })
  expect(await apiSql('select expires_key from document where later <> expires_key')).toEqual([])
  expect(await state('select source from run where later <> source')).toEqual([])
}

/** @returns the number of items at the end */
async function checkInstallation(installation: Installation, mail: MailServer): Promise<number> {
  await checkRuns(installation)
  expect(await total(installation), 'no item is missing').toBeGreaterThanOrEqual(641)
  expect(await totalByCondition(installation), 'filters find the items of the earlier version').toBe(
    await total(installation),
  )
  await checkReminders(mail)
  await checkCoverage(installation, mail)
  await checkSchedules(installation)
  expect(await total(installation)).toBe(646)
  await checkUndoAndRepeat(installation)
  return total(installation)
}

const ITEMS_AT_THE_END = 626

describe.each([
  ['sqlite', true, ''],
  ['postgres', hasPostgres, withoutPostgres],
] as const)('an installation of an earlier version on %s', (name, isRun, suffix) => {
  it.skipIf(!isRun)(`resumes its work with a version that has further steps${suffix}`, async () => {
    using later = makeLaterVersion({ isWhole: true })
    const { startStudio } = (await import(join(later.root, 'local/studio/studio.ts'))) as StudioModule
    await using mail = await startMailServer()
    await using installation = await startInstallation(name, mail.port, startStudio)
    await checkSteps(installation)
    expect(await checkInstallation(installation, mail)).toBe(ITEMS_AT_THE_END)
  })
})

it('an installation of an earlier version resumes with the npm package', async () => {
  using installed = installPackage()
  const { startStudio } = (await import(join(installed.root, 'local/studio/studio.js'))) as StudioModule
  await using mail = await startMailServer()
  await using installation = await startInstallation('sqlite', mail.port, startStudio)
  expect(await checkInstallation(installation, mail)).toBe(ITEMS_AT_THE_END)
})
