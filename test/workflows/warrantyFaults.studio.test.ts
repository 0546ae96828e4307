import { afterAll, beforeAll, expect, it } from 'vitest'
import { CHANGED_SIGNAL, coverageWorkflowId } from '../../contract/temporal.ts'
import { pause } from '../support/wait.ts'
import {
  dateIn,
  deliverEvent,
  expectEventually,
  openCoverageStudio,
  type CoverageStudio,
} from './support/coverageStudio.ts'

let covered: CoverageStudio

beforeAll(async () => {
  covered = await openCoverageStudio()
})
afterAll(() => covered[Symbol.asyncDispose]())

it('a wake-up that arrives while the workflow evaluates, sends or continues as new is not lost', async () => {
  const documents: string[] = []
  const { runId } = await covered.coverage().describe()
  // Sends one event at a time, so that each arrives at a different moment of the previous evaluation.
  for (let count = 0; count < 40; count++) {
    const id = await covered.addInsurance(`Policy ${count}`, dateIn(9))
    documents.push(id)
    const events = await covered.studio.apiSql<{ id: string; body: string }>(
      'select id, body from event where record_id = ?',
      id,
    )
    for (const event of events) await deliverEvent(covered.studio, event)
    // Backdated, so that the worker does not wait for the end of a burst.
    await covered.studio.stateSql("update inbox_todo set received_at = '2026-01-01T00:00:00.000Z'")
    await covered.temporal.workflow.getHandle(coverageWorkflowId(covered.account)).signal(CHANGED_SIGNAL)
    await pause(37 * (count % 20), 'each event arrives at another moment of the evaluation')
  }
  await expectEventually(
    async () => (await Promise.all(documents.map(covered.stepsOf))).flat(),
    Array<string>(40).fill(`${dateIn(9)} 30 sent`),
  )
  expect((await covered.coverage().describe()).runId, 'it has continued as new runs meanwhile').not.toBe(runId)
})

it('a worker killed right after it stored an event sends its reminder once after the restart', async () => {
  const document = await covered.addInsurance('Lights', dateIn(3))
  await covered.deliverEvents(document, { times: 2 })
  await covered.studio.worker.kill()
  expect(await covered.remindersOf(document)).toEqual([])
  await covered.studio.startWorker()
  await expectEventually(() => covered.stepsOf(document), [`${dateIn(3)} 7 sent`])
  await expectEventually(covered.isInboxEmpty, true)
  await covered.deliverEvents(document)
  expect(await covered.isInboxEmpty(), 'it is known').toBe(true)
})

it('an unreadable document and an unreadable item block no others, and are retried automatically', async () => {
  const [brokenDocument, soundDocument] = [
    await covered.addInsurance('Broken', dateIn(9)),
    await covered.addInsurance('Sound', dateIn(9)),
  ]
  const gear = await covered.studio.api.createItem({ brand: 'Leica', model: 'M6', warranty_expires_on: dateIn(9) })
  const ofGear = await covered.documentOf(gear)
  const records = {
    document:
      (await covered.studio.apiSql<{ record: string }>('select record from document where id = ?', brokenDocument))[0]
        ?.record ?? '',
    gear:
      (await covered.studio.apiSql<{ record: string }>('select record from gear where id = ?', gear.id))[0]?.record ??
      '',
  }
  await covered.studio.apiSql("update document set record = '{' where id = ?", brokenDocument)
  await covered.studio.apiSql("update gear set record = '{' where id = ?", gear.id)
  for (const id of [brokenDocument, ofGear, soundDocument]) await covered.deliverEvents(id)
  await expectEventually(() => covered.stepsOf(soundDocument), [`${dateIn(9)} 30 sent`])
  expect(await covered.stepsOf(brokenDocument)).toEqual([])
  expect(await covered.stepsOf(ofGear)).toEqual([])
  const undeliveredQuery =
    "select inbox.record_id from inbox_todo join inbox using (webhook_id) where topic = 'warranty'"
  expect(
    new Set((await covered.studio.stateSql<{ record_id: string }>(undeliveredQuery)).map(({ record_id: id }) => id)),
    'its events wait',
  ).toEqual(new Set([brokenDocument]))
  const [watch] = await covered.studio.stateSql<{ next_at: string }>('select next_at from coverage_watch')
  const inAMinute = Temporal.Now.instant().add({ seconds: 61 })
  expect(Temporal.Instant.compare(watch?.next_at ?? '', inAMinute), 'it is tried again within a minute').toBe(-1)

  await covered.studio.apiSql('update document set record = ? where id = ?', records.document, brokenDocument)
  await covered.studio.apiSql('update gear set record = ? where id = ?', records.gear, gear.id)
  await covered.studio.stateSql("update inbox_todo set next_try_at = '2026-01-01T00:00:00.000Z'")
  await covered.coverage().signal(CHANGED_SIGNAL)
  await expectEventually(
    async () => [...(await covered.stepsOf(brokenDocument)), ...(await covered.stepsOf(ofGear))],
    [`${dateIn(9)} 30 sent`, `${dateIn(9)} 30 sent`],
  )
})

it('a reminder whose record cannot be read before it is sent blocks no other', async () => {
  const [brokenDocument, soundDocument] = [
    await covered.addInsurance('Torn', dateIn(9)),
    await covered.addInsurance('Whole', dateIn(9)),
  ]
  for (const id of [brokenDocument, soundDocument]) await covered.deliverEvents(id)
  await expectEventually(
    async () => [...(await covered.stepsOf(brokenDocument)), ...(await covered.stepsOf(soundDocument))],
    [`${dateIn(9)} 30 sent`, `${dateIn(9)} 30 sent`],
  )
  const [{ record } = { record: '' }] = await covered.studio.apiSql<{ record: string }>(
    'select record from document where id = ?',
    brokenDocument,
  )
  await covered.studio.apiSql("update document set record = '{' where id = ?", brokenDocument)
  // Sets both reminders back to the state after a failed first attempt.
  const resetQuery =
    "update reminder set state = 'pending', attempts = 1, next_try_at = '2026-01-01T00:00:00.000Z' where subject in (?, ?)"
  await covered.studio.stateSql(resetQuery, brokenDocument, soundDocument)
  await expectEventually(() => covered.stepsOf(soundDocument), [`${dateIn(9)} 30 sent`])
  expect(await covered.stepsOf(brokenDocument)).toEqual([`${dateIn(9)} 30 pending`])
  await covered.studio.apiSql('update document set record = ? where id = ?', record, brokenDocument)
  await covered.studio.stateSql(resetQuery, brokenDocument, brokenDocument)
  await expectEventually(() => covered.stepsOf(brokenDocument), [`${dateIn(9)} 30 sent`])
})
