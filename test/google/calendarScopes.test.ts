import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashEvent, toEventId, toGoogleEvent } from '../../calendars/google/event.ts'
import { toEventBody, toEventPatch } from '../../calendars/google/patch.ts'
import { createCalls } from '../../activities/googleCalendar/calls.ts'
import { connectGoogle, type CalendarClients } from '../../platform/google/connect.ts'
import { purposes } from '../../platform/google/scopes.ts'
import { entryOf, shootOf, toShootEntry } from '../calendars/support.ts'
import { methods as knownMethods } from './discovery/documents.ts'
import { startGoogle, type FakeGoogle } from './google.ts'
import { signIn } from './signIn.ts'

const ADA = 'ada@example.com'
const AUTH = 'https://www.googleapis.com/auth/'
/** Scopes that open more than what Kitroom needs. */
const WIDE = ['calendar', 'calendar.calendars', 'calendar.events.owned', 'calendar.acls'].map((name) => AUTH + name)

let google: FakeGoogle
beforeAll(async () => {
  google = await startGoogle()
})
afterAll(() => google.stop())

const signal = AbortSignal.timeout(30_000)

/** Every call that a push makes. */
async function pushTo(clients: CalendarClients, calendarId: string): Promise<void> {
  const calls = createCalls(clients, calendarId, () => Promise.resolve(), signal)
  const shoot = shootOf(1)
  const event = toGoogleEvent(toShootEntry(entryOf(shoot)), 'Europe/Berlin')
  const properties = { kitroom: 'a', shoot: shoot.id, hash: hashEvent(event) }
  const id = toEventId(shoot.id, 0)
  await calls.requireWritable()
  const inserted = await calls.insert(id, toEventBody(event, properties))
  const found = inserted.status === 'ok' ? inserted.event : {}
  const changes = toEventPatch({ ...event, summary: 'Moved' }, properties, found)
  const answers = [
    inserted,
    await calls.get(id),
    await calls.patch(id, changes, found.etag ?? '', false),
    await calls.remove(id, false),
  ]
  expect(answers.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok', 'ok'])
  expect((await calls.list({})).events).toHaveLength(1)
}

async function callsOf(work: () => Promise<unknown>): Promise<string[]> {
  const before = google.calls.length
  await work()
  return [...new Set(google.calls.slice(before).flatMap(({ method }) => (method.includes('.') ? [method] : [])))]
}

function expectLeast(methods: readonly string[], scopes: readonly string[]): void {
  const opening = methods.map((id) =>
    (knownMethods.find((method) => method.id === id)?.scopes ?? []).filter((scope) => scopes.includes(scope)),
  )
  expect(opening.filter((found) => found.length === 0)).toEqual([])
  expect(scopes.filter((scope) => WIDE.includes(scope))).toEqual([])
}

it('the scope of a person opens each method that Kitroom calls, and only calendars that Kitroom creates', async () => {
  const clients = await connectGoogle(await signIn(google, 'calendar', ADA), 'calendar', google.url)
  const other = google.addCalendar({ owner: ADA })
  const methods = await callsOf(async () => {
    const { data } = await clients.calendar.calendars.insert({ requestBody: { summary: 'Studio' } })
    await clients.calendar.calendars.get({ calendarId: data.id ?? '' })
    await pushTo(clients, data.id ?? '')
  })
  expect(methods).toHaveLength(7)
  expectLeast(methods, purposes.calendar.person)
  await expect(createCalls(clients, other.id, () => Promise.resolve(), signal).requireWritable()).rejects.toThrow(
    'Google shows the person no calendar',
  )
})

it('the scope of a service account opens each method that a push calls, and none of calendars themselves', async () => {
  const key = google.addServiceAccount()
  const credential = {
    kind: 'service_account',
    email: key.client_email,
    privateKey: key.private_key,
    privateKeyId: undefined,
  } as const
  const clients = await connectGoogle(credential, 'calendar', google.url, 'write')
  const { id } = google.addCalendar({ sharedWith: { [key.client_email]: 'writer' } })
  expectLeast(await callsOf(() => pushTo(clients, id)), purposes.calendar.serviceAccount.write)
  await expect(clients.calendar.calendars.get({ calendarId: id })).rejects.toMatchObject({ status: 403 })
})
