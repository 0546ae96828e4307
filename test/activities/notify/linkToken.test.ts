import { expect, it } from 'vitest'
import { createLinkToken, readLinkToken, type ReminderLink } from '../../../activities/notify/links/linkToken.ts'
import { createPlanToken, readPlanToken, type PlanLink } from '../../../activities/notify/links/planToken.ts'
import { createSecretBox } from '../../../platform/secretBox.ts'
import { testSecretBox as box } from '../../support/secrets.ts'

const DAY_MS = 24 * 60 * 60_000
const MADE_AT_MS = Date.parse('2027-03-16T08:00:00Z')
const reminder: ReminderLink = {
  kind: 'maintenance',
  subject: '018f0000-0000-7000-8000-000000000001',
  dueOn: '2027-03-28',
  channel: 'mail',
  recipient: 'ada@studio.example',
  madeAtMs: MADE_AT_MS,
}
const plan: PlanLink = {
  runId: reminder.subject,
  attempt: 2,
  person: 'ada',
  channel: 'mail',
  recipient: 'ada@studio.example',
  madeAtMs: MADE_AT_MS,
}

const limitsAfter = (days: number, validFromMs = 0) => ({ nowMs: MADE_AT_MS + days * DAY_MS, validFromMs })
const read = (token: string, days = 1) => readLinkToken(box, 'a', token, limitsAfter(days))
const readPlan = (token: string, days = 1) => readPlanToken(box, 'a', token, limitsAfter(days))

it('a link of a reminder, with or without an action, is read as it was made, for 30 days', () => {
  for (const action of [undefined, 'ack', 'snooze', 'done'] as const) {
    const token = createLinkToken(box, 'a', { ...reminder, action })
    expect(read(token)).toEqual({ ...reminder, action })
    expect(read(token, 30)).toEqual({ ...reminder, action })
    expect(read(token, 31)).toBe(undefined)
    expect(readLinkToken(box, 'a', token, limitsAfter(1, MADE_AT_MS + 1)), 'withdrawn').toBeUndefined()
  }
})

it('a link of a plan is read as it was made, for 30 days', () => {
  const token = createPlanToken(box, 'a', plan)
  expect(readPlan(token)).toEqual(plan)
  expect(readPlan(token, 31)).toBe(undefined)
  expect(readPlanToken(box, 'a', token, limitsAfter(1, MADE_AT_MS + 1)), 'withdrawn').toBeUndefined()
})

it('a link of the version before is valid', () => {
  const { kind, subject, dueOn, channel, recipient, madeAtMs } = reminder
  const sealed = box.seal(JSON.stringify([kind, subject, dueOn, channel, recipient, madeAtMs]), 'reminder-link:a')
  expect(read(sealed.slice('v1.'.length))).toEqual(reminder)
})

it('a link of another account, kind, key or later version is not valid', () => {
  const tokens = [createLinkToken(box, 'a', reminder), createLinkToken(box, 'a', { ...reminder, action: 'ack' })]
  const planToken = createPlanToken(box, 'a', plan)
  const otherBox = createSecretBox(new Uint8Array(32).fill(8))
  for (const token of tokens) {
    expect(readPlan(token)).toBeUndefined()
    expect(readLinkToken(box, 'b', token, limitsAfter(1))).toBeUndefined()
    expect(readLinkToken(otherBox, 'a', token, limitsAfter(1))).toBeUndefined()
  }
  expect({ read: read(planToken), otherRead: readPlanToken(box, 'b', planToken, limitsAfter(1)) }).toEqual({
    read: undefined,
    otherRead: undefined,
  })
  const later = box
    .seal(JSON.stringify([...Object.values(reminder), 'delete']), 'reminder-action:a')
    .slice('v1.'.length)
  expect(read(later)).toBe(undefined)
  expect(read('')).toBe(undefined)
  expect(read('a'.repeat(3000))).toBe(undefined)
})

it('a token with any character replaced, also the last one, is not valid', () => {
  for (const extra of ['', 'x', 'xx']) {
    const token = createLinkToken(box, 'a', { ...reminder, recipient: `${extra}${reminder.recipient}` })
    const others = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_='
      .split('')
      .filter((one) => !token.endsWith(one))
    expect(others.filter((one) => read(`${token.slice(0, -1)}${one}`) !== undefined)).toEqual([])
    expect(read(`${token}=`)).toBeUndefined()
  }
})
