import { afterAll, beforeAll, expect, it } from 'vitest'
import { dailyWorkflowId, taskQueue, workflowNames } from '../../contract/temporal.ts'
import { getTexts } from '../../messages/languages/texts.ts'
import { dateIn, expectEventually, openCoverageStudio, type CoverageStudio } from './support/coverageStudio.ts'

let covered: CoverageStudio
let days = 0

beforeAll(async () => {
  covered = await openCoverageStudio()
})
afterAll(() => covered[Symbol.asyncDispose]())

/** Runs the daily workflow. @returns the counts of its warranty step */
async function runDaily(): Promise<Record<string, number> | undefined> {
  const workflowId = `${dailyWorkflowId(covered.account)}:${(days += 1)}`
  const stepCounts = await covered.temporal.workflow.execute(workflowNames.daily, {
    workflowId,
    taskQueue: taskQueue(covered.account),
    args: [{}],
  })
  return (stepCounts as Record<string, Record<string, number>>)['reconcileWarranties']
}

it('an event delivered five times and out of order gives one reminder, and the daily run the same one without events', async () => {
  const fields = { brand: 'Canon', model: 'EOS R5', warranty_provider: 'Canon' }
  const deliveredItem = await covered.studio.api.createItem({ ...fields, warranty_expires_on: dateIn(30) })
  const undeliveredItem = await covered.studio.api.createItem({ ...fields, warranty_expires_on: dateIn(20) })
  await covered.studio.api.createItem({ ...fields, warranty_expires_on: dateIn(91) })
  const [deliveredId, undeliveredId] = [
    await covered.documentOf(deliveredItem),
    await covered.documentOf(undeliveredItem),
  ]
  await covered.patchWarranty(deliveredItem, dateIn(400))
  await covered.patchWarranty(deliveredItem, dateIn(20))
  await covered.deliverEvents(deliveredId, { times: 5 })
  await expectEventually(() => covered.stepsOf(deliveredId), [`${dateIn(20)} 30 sent`])
  await expectEventually(covered.isInboxEmpty, true)
  expect(await covered.endsOf(deliveredId)).toEqual([dateIn(20)])

  expect(await covered.remindersOf(undeliveredId)).toEqual([])
  expect(await runDaily()).toEqual({ covers: 2, queued: 1, opened: 1 })
  expect(await covered.remindersOf(undeliveredId)).toEqual(await covered.remindersOf(deliveredId))
  expect(await runDaily(), 'a second run adds nothing').toEqual({ covers: 2, queued: 0, opened: 0 })
  const title = `Warranty of Canon EOS R5 ends on ${dateIn(20)}, in 20 days`
  const germanDay = getTexts('de').format.day(dateIn(20))
  expect(JSON.parse((await covered.remindersOf(deliveredId))[0]?.payload ?? '')).toEqual({
    title,
    titles: { en: title, de: `Garantie für Canon EOS R5 endet am ${germanDay}, in 20 Tagen` },
    facts: [
      { name: 'Item', value: 'Canon EOS R5' },
      { name: 'Warranty', value: 'Warranty: Canon EOS R5' },
      { name: 'Provider', value: 'Canon' },
      { name: 'Ends on', value: dateIn(20) },
      { name: 'Days left', value: '20' },
      {
        name: 'What to do',
        value: 'Check the item for faults now, and claim them from the provider before the warranty ends.',
      },
    ],
    documentType: 'warranty',
  })
})

it('an event says that a retired item is in use again, however long ago its warranty ended', async () => {
  const gear = await covered.studio.api.createItem({
    brand: 'Leica',
    model: 'M11',
    status: 'retired',
    warranty_expires_on: dateIn(-60),
  })
  const document = await covered.documentOf(gear)
  await covered.deliverEvents(document)
  await expectEventually(covered.isInboxEmpty, true)
  expect({ ends: await covered.endsOf(document), reminders: await covered.remindersOf(document) }).toEqual({
    ends: [dateIn(-60)],
    reminders: [],
  })
  expect(
    (await covered.studio.api.patch(`/gear/${gear.id}`, { updates: { notes: 'Dust on the sensor' } })).status,
  ).toBe(200)
  await covered.deliverEvents(gear.id, { type: 'gear.updated' })
  expect(await covered.isInboxEmpty(), 'of a retired item nothing is read').toBe(true)
  expect((await covered.studio.api.patch(`/gear/${gear.id}`, { updates: { status: 'available' } })).status).toBe(200)
  await covered.deliverEvents(gear.id, { type: 'gear.updated', times: 2 })
  await expectEventually(() => covered.stepsOf(document), [`${dateIn(-60)} 0 sent`])
  await expectEventually(covered.isInboxEmpty, true)
})

it('a moved date has reminders of its own; a date after the window and a deleted document are not watched', async () => {
  const gear = await covered.studio.api.createItem({
    brand: 'Sony',
    model: 'A1',
    asset_tag: 'KR-7',
    serial_number: 'S1',
    warranty_expires_on: dateIn(5),
  })
  const document = await covered.documentOf(gear)
  await covered.deliverEvents(document)
  await expectEventually(() => covered.stepsOf(document), [`${dateIn(5)} 7 sent`])
  await covered.patchWarranty(gear, dateIn(60))
  await covered.deliverEvents(document, { type: 'document.updated' })
  await expectEventually(() => covered.stepsOf(document), [`${dateIn(5)} 7 sent`, `${dateIn(60)} 90 sent`])
  await covered.patchWarranty(gear, dateIn(600))
  await covered.deliverEvents(document, { type: 'document.updated' })
  await expectEventually(() => covered.endsOf(document), [])
  await covered.patchWarranty(gear, dateIn(60))
  await covered.deliverEvents(document, { type: 'document.updated' })
  await expectEventually(() => covered.endsOf(document), [dateIn(60)])
  expect((await covered.studio.api.delete(`/gear/${gear.id}`)).status).toBe(200)
  await covered.deliverEvents(document, { type: 'document.deleted' })
  await expectEventually(() => covered.endsOf(document), [])
  expect(await covered.stepsOf(document)).toHaveLength(2)
})

it('a document that has ended gives one reminder, found by an event or by the daily run', async () => {
  const deliveredDocument = await covered.addInsurance('Studio contents', dateIn(-400))
  const undeliveredDocument = await covered.addInsurance('Liability', dateIn(-1))
  await covered.deliverEvents(deliveredDocument, { times: 2 })
  await expectEventually(() => covered.stepsOf(deliveredDocument), [`${dateIn(-400)} 0 sent`])
  expect(await covered.stepsOf(undeliveredDocument)).toEqual([])
  expect(await runDaily()).toMatchObject({ queued: 1 })
  expect(await runDaily()).toMatchObject({ queued: 0 })
  expect(await covered.stepsOf(deliveredDocument)).toEqual([`${dateIn(-400)} 0 sent`])
  const titles = [
    ...(await covered.remindersOf(deliveredDocument)),
    ...(await covered.remindersOf(undeliveredDocument)),
  ].map(({ payload }) => (JSON.parse(payload) as { title: string }).title)
  expect(titles).toEqual([
    `Insurance "Studio contents" ended on ${dateIn(-400)}, 400 days ago`,
    `Insurance "Liability" ended yesterday, on ${dateIn(-1)}`,
  ])
  expect(
    (await covered.studio.settings.patch(`/documents/${deliveredDocument}`, { updates: { notes: 'looked at' } }))
      .status,
  ).toBe(200)
  await covered.deliverEvents(deliveredDocument, { type: 'document.updated' })
  await expectEventually(covered.isInboxEmpty, true)
  expect(await covered.stepsOf(deliveredDocument)).toHaveLength(1)
})

it('the daily run restarts a workflow that Temporal lost, and finds an end date that changed without an event', async () => {
  const keptDocument = await covered.addInsurance('Drone', dateIn(45))
  const clearedDocument = await covered.addInsurance('Van', dateIn(46))
  expect(await runDaily()).toMatchObject({ opened: 2 })
  await covered.coverage().terminate('as when its database is lost')
  expect(
    (await covered.studio.settings.patch(`/documents/${clearedDocument}`, { updates: { expires_on: null } })).status,
  ).toBe(200)
  expect(await runDaily()).toMatchObject({ queued: 0, opened: 0 })
  expect((await covered.coverage().describe()).status.name).toBe('RUNNING')
  expect(await Promise.all([keptDocument, clearedDocument].map(covered.endsOf))).toEqual([[dateIn(45)], []])
  expect(await covered.stepsOf(keptDocument)).toEqual([`${dateIn(45)} 90 sent`])
})
