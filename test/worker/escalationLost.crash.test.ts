import { expect, it } from 'vitest'
import { startLosableTemporal } from './years/temporal.ts'
import { escalationConfig, passTime } from './support/escalation.ts'
import { dayIn, openMailedStudio } from './support/mailedStudio.ts'

it('waits in the ledger, so it is sent once although Temporal has lost everything', async () => {
  await using temporal = await startLosableTemporal()
  await using lost = await openMailedStudio(escalationConfig, {}, temporal)
  const id = await lost.addService({ gear_type: 'camera', brand: 'Canon', model: 'Lost' }, dayIn(5))
  await lost.days.runDay(dayIn(0))
  await expect.poll(() => lost.countMails('Canon Lost', 'ada')).toBe(1)
  await temporal.wipe()
  await passTime(lost.studio, id)
  await expect.poll(() => lost.countMails('Not acknowledged yet: Check of Canon Lost', 'lead')).toBe(1)
  await temporal.wipe()
  await passTime(lost.studio, id)
  await expect
    .poll(() =>
      lost.days.runDay(dayIn(0)).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  expect(lost.countMails('Canon Lost', 'lead')).toBe(1)
  expect(lost.countMails('Canon Lost', 'ada')).toBe(1)
})
