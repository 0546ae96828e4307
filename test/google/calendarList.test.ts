import { describe, expect, it } from 'vitest'
import { refusal, shoot, startCalendar, type CalendarStudio } from './calendar/support.ts'

interface Page {
  items: { id: string; summary?: string; status: string }[]
  nextPageToken?: string
  nextSyncToken?: string
}

type Query = [string, string][] | Record<string, string>

async function list(studio: CalendarStudio, query: Query = {}): Promise<Page> {
  const { status, body } = await studio.list(query)
  expect(status).toBe(200)
  return body as unknown as Page
}

const summaries = ({ items }: Page): unknown[] => items.map(({ summary }) => summary)

/** Adds events of a person, one an hour from 9:00 UTC. */
function addEvents({ calendar }: CalendarStudio, names: string[]): string[] {
  return names.map((summary, index) => {
    const [start, end] = [9 + index, 10 + index].map((hour) => ({
      dateTime: `2027-03-01T${String(hour).padStart(2, '0')}:00:00Z`,
    }))
    return calendar.addEvent({
      ...shoot,
      summary,
      ...(start && end && { start, end }),
      extendedProperties: { private: { name: summary } },
    }).id
  })
}

describe('events.list', () => {
  it('answers the calendar and its events', async () => {
    await using studio = await startCalendar({ calendar: { description: 'All shoots', timeZone: 'Europe/Lisbon' } })
    addEvents(studio, ['a'])
    const { body } = await studio.list()
    expect(body).toEqual({
      kind: 'calendar#events',
      etag: expect.stringMatching(/^".+"$/),
      summary: 'Shoots',
      description: 'All shoots',
      updated: studio.calendar.event((body as unknown as Page).items[0]?.id ?? '').updated,
      timeZone: 'Europe/Lisbon',
      accessRole: 'writer',
      defaultReminders: [],
      nextSyncToken: expect.any(String),
      items: studio.calendar.events(),
    })
    studio.calendar.addEvent(shoot)
    expect((await studio.list()).body['etag']).not.toBe(body['etag'])
    expect((await studio.list({ fields: 'items/summary' })).body).toEqual({
      items: [{ summary: 'a' }, { summary: 'Shoot' }],
    })
  })
})

describe('filters of events.list', () => {
  it('leave deleted events out unless showDeleted', async () => {
    await using studio = await startCalendar()
    const { calendar } = studio
    const [a = ''] = addEvents(studio, ['a', 'b'])
    calendar.deleteEvent(a)
    expect(summaries(await list(studio))).toEqual(['b'])
    expect((await list(studio, { showDeleted: 'true', singleEvents: 'true' })).items).toEqual(calendar.events())
  })

  it('compare the end with timeMin and the start with timeMax, both exclusive', async () => {
    await using studio = await startCalendar()
    addEvents(studio, ['9', '10', '11'])
    studio.calendar.addEvent({ summary: 'day', start: { date: '2027-03-02' }, end: { date: '2027-03-03' } })
    expect(
      summaries(await list(studio, { timeMin: '2027-03-01T10:00:00Z', timeMax: '2027-03-01T11:00:00.900Z' })),
    ).toEqual(['10'])
    // A day begins at midnight of the calendar, 23:00 UTC.
    expect(summaries(await list(studio, { timeMin: '2027-03-01T12:00:00Z', timeMax: '2027-03-01T23:00:01Z' }))).toEqual(
      ['day'],
    )
    expect(
      summaries(await list(studio, { timeMin: '2027-03-01T12:00:00Z', timeMax: '2027-03-02T00:00:00+01:00' })),
    ).toEqual([])
    expect(await studio.list({ timeMin: '2027-03-01T12:00:00' })).toMatchObject(
      refusal(400, 'badRequest', 'Bad Request'),
    )
    expect(await studio.list({ timeMin: '2027-03-01T12:00:00Z', timeMax: '2027-03-01T12:00:00Z' })).toMatchObject(
      refusal(400, 'timeRangeEmpty', 'The specified time range is empty.', 'calendar'),
    )
  })

  it('match events that have one of several private properties', async () => {
    await using studio = await startCalendar()
    addEvents(studio, ['a', 'b', 'c'])
    const pairs: [string, string][] = ['name=a', 'name=c', 'other=b'].map((text) => ['privateExtendedProperty', text])
    const found = await list(studio, pairs)
    expect(summaries(found)).toEqual(['a', 'c'])
    expect(found.nextSyncToken).toBeUndefined()
    expect(await studio.list({ privateExtendedProperty: 'name' })).toMatchObject({ status: 400 })
  })
})

describe('pages of events.list', () => {
  it('have each event once, though events are edited, added and deleted between them', async () => {
    await using studio = await startCalendar()
    const { calendar } = studio
    const [a = '', b = '', , d = ''] = addEvents(studio, ['a', 'b', 'c', 'd', 'e'])
    const first = await list(studio, { maxResults: '2' })
    expect({ summaries: summaries(first), nextSyncToken: first.nextSyncToken }).toEqual({
      summaries: ['a', 'b'],
      nextSyncToken: undefined,
    })
    calendar.editEvent(a, { summary: 'a2' })
    calendar.deleteEvent(b)
    calendar.deleteEvent(d)
    addEvents(studio, ['f'])
    const second = await list(studio, { maxResults: '2', pageToken: first.nextPageToken ?? '' })
    const third = await list(studio, { maxResults: '9', pageToken: second.nextPageToken ?? '' })
    expect({
      secondSummaries: summaries(second),
      thirdSummaries: summaries(third),
      nextPageToken: third.nextPageToken,
    }).toEqual({
      secondSummaries: ['c'],
      thirdSummaries: ['e'],
      nextPageToken: undefined,
    })
    // The sync token is that of the first page, so nothing is lost.
    const { items } = await list(studio, { syncToken: third.nextSyncToken ?? '' })
    expect(items.map(({ summary, status }) => summary ?? status)).toEqual(['a2', 'cancelled', 'cancelled', 'f'])
  })

  it('have 250 events by default, and at most 2,500', async () => {
    await using studio = await startCalendar()
    addEvents(studio, Array.from({ length: 12 }, String))
    for (let index = 12; index < 2501; index++) studio.calendar.addEvent(shoot)
    expect((await list(studio)).items).toHaveLength(250)
    expect((await list(studio, { maxResults: '9999' })).items).toHaveLength(2500)
  })

  it('need the same parameters and a known token', async () => {
    await using studio = await startCalendar()
    addEvents(studio, ['a', 'b'])
    const { nextPageToken: pageToken = '' } = await list(studio, { maxResults: '1' })
    const refused = refusal(400, 'invalid', 'Invalid page token value.')
    expect(await studio.list({ pageToken, showDeleted: 'true' })).toMatchObject(refused)
    expect(await studio.list({ pageToken: 'other' })).toMatchObject(refused)
    expect(summaries(await list(studio, { pageToken, prettyPrint: 'false' }))).toEqual(['b'])
  })
})

describe('sync tokens', () => {
  it('that Google does not know any more are 400', async () => {
    await using studio = await startCalendar()
    const { nextSyncToken: syncToken = '' } = await list(studio)
    studio.calendar.forgetSyncTokens()
    expect(await studio.list({ syncToken })).toMatchObject(refusal(400, 'invalid', 'Invalid sync token value.'))
  })

  it('answer what changed since, with deleted events', async () => {
    await using studio = await startCalendar()
    const { calendar } = studio
    const [a = '', b = ''] = addEvents(studio, ['a', 'b', 'c'])
    const { nextSyncToken: syncToken = '' } = await list(studio)
    expect(await list(studio, { syncToken })).toMatchObject({ items: [] })
    calendar.editEvent(b, { summary: 'b2' })
    calendar.deleteEvent(a)
    const { items, nextSyncToken } = await list(studio, { syncToken })
    expect(items).toEqual([
      calendar.event(b),
      { kind: 'calendar#event', etag: calendar.event(a).etag, id: a, status: 'cancelled' },
    ])
    expect(await list(studio, { syncToken: nextSyncToken ?? '' })).toMatchObject({ items: [] })
    // A token can be used again.
    expect((await list(studio, { syncToken })).items).toEqual(items)
  })

  it('answer pages, which edits do not mix', async () => {
    await using studio = await startCalendar()
    const { calendar } = studio
    const { nextSyncToken: syncToken = '' } = await list(studio)
    const [a = '', , c = ''] = addEvents(studio, ['a', 'b', 'c'])
    const first = await list(studio, { syncToken, maxResults: '1' })
    calendar.editEvent(a, { summary: 'a2' })
    calendar.deleteEvent(c)
    const second = await list(studio, { syncToken, maxResults: '5', pageToken: first.nextPageToken ?? '' })
    expect({ summaries: summaries(first), items: second.items.map(({ status }) => status) }).toEqual({
      summaries: ['a'],
      items: ['confirmed', 'cancelled'],
    })
    const next = await list(studio, { syncToken: second.nextSyncToken ?? '' })
    expect(next.items.map(({ id }) => id)).toEqual([a, c])
  })

  it('show details of deleted events with showDeleted', async () => {
    await using studio = await startCalendar()
    const { nextSyncToken: syncToken = '' } = await list(studio, { showDeleted: 'true' })
    const [a = ''] = addEvents(studio, ['a'])
    studio.calendar.deleteEvent(a)
    expect((await list(studio, { syncToken, showDeleted: 'true' })).items).toEqual([studio.calendar.event(a)])
  })

  it('exclude filters and other parameters than those of the first list', async () => {
    await using studio = await startCalendar()
    const { nextSyncToken: syncToken = '' } = await list(studio)
    const changes: Record<string, string>[] = [
      { privateExtendedProperty: 'name=a' },
      { timeMin: '2027-03-01T00:00:00Z' },
      { timeMax: '2027-03-01T00:00:00Z' },
      { showDeleted: 'false' },
      { showDeleted: 'true' },
      { singleEvents: 'true' },
      { syncToken: 'other' },
    ]
    for (const change of changes)
      expect(await studio.list({ syncToken, ...change })).toMatchObject(refusal(400, 'invalid', expect.any(String)))
  })

  it('follow a list of a time range, without it', async () => {
    await using studio = await startCalendar()
    const { nextSyncToken: syncToken = '' } = await list(studio, { timeMin: '2027-01-01T00:00:00Z' })
    addEvents(studio, ['a'])
    expect(summaries(await list(studio, { syncToken }))).toEqual(['a'])
  })

  it('expire, and new ones do not', async () => {
    await using studio = await startCalendar()
    const { nextSyncToken: syncToken = '' } = await list(studio)
    studio.calendar.expireSyncTokens()
    expect(await studio.list({ syncToken })).toMatchObject(
      refusal(410, 'fullSyncRequired', 'Sync token is no longer valid, a full sync is required.', 'calendar'),
    )
    const { nextSyncToken = '' } = await list(studio)
    expect(await studio.list({ syncToken: nextSyncToken })).toMatchObject({ status: 200 })
  })
})
