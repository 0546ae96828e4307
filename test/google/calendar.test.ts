import { describe, expect, it } from 'vitest'
import { fetchPersonToken, pathOf, refusal, shoot, startCalendar } from './calendar/support.ts'
import { createClient, fetchToken, scopes } from './support.ts'

const CALENDARS = '/calendar/v3/calendars'
const ADA = 'ada@example.com'

describe('calendars', () => {
  it('are created, read and deleted by a program', async () => {
    await using studio = await startCalendar({ scope: scopes.appCreated })
    const { client, account } = studio
    const { status, body } = await client.post(CALENDARS, { summary: 'Kitroom', timeZone: 'Europe/Berlin' })
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        kind: 'calendar#calendar',
        etag: expect.stringMatching(/^"\d+"$/),
        id: expect.stringMatching(/^[a-z0-9]{26}@group\.calendar\.google\.com$/),
        summary: 'Kitroom',
        timeZone: 'Europe/Berlin',
        conferenceProperties: { allowedConferenceSolutionTypes: ['hangoutsMeet'] },
        dataOwner: account,
      },
    })
    const path = pathOf(body as { id: string })
    expect(await client.get(path)).toMatchObject({ status: 200, body })
    expect(await client.post(`${path}/events`, shoot)).toMatchObject({ status: 200 })
    expect(studio.google.calendars.get(String(body['id']))?.events()).toMatchObject([shoot])
    // Each call creates another calendar.
    expect((await client.post(CALENDARS, { summary: 'Kitroom' })).body['id']).not.toBe(body['id'])

    const deletion = await client.delete(path)
    expect({
      status: deletion.status,
      body: deletion.body,
      'content-type': deletion.headers.get('content-type'),
      'content-length': deletion.headers.get('content-length'),
    }).toEqual({ status: 204, body: {}, 'content-type': null, 'content-length': null })
    for (const reply of [await client.get(path), await client.delete(path), await client.get(`${path}/events`)])
      expect(reply).toMatchObject(refusal(404, 'notFound', 'Not Found'))
  })

  it('need a title and a known time zone, and have UTC by default', async () => {
    await using studio = await startCalendar({ scope: scopes.calendar })
    const { client } = studio
    expect(await client.post(CALENDARS, {})).toMatchObject(refusal(400, 'required', 'Missing title.'))
    expect(await client.post(CALENDARS, { summary: 'a', timeZone: 'Mars/North' })).toMatchObject(
      refusal(400, 'invalid', 'Invalid time zone.'),
    )
    expect(await client.post(CALENDARS, { summary: 'a', location: 'Berlin', description: 'b' })).toMatchObject({
      body: { timeZone: 'UTC', location: 'Berlin', description: 'b' },
    })
    expect(await client.post(CALENDARS, { summary: 'a', color: 'red' })).toMatchObject({ status: 400 })
  })

  it('are deleted by their owners only', async () => {
    await using studio = await startCalendar({ scope: scopes.calendar })
    const { client, path, calendar, account } = studio
    expect(await client.delete(path)).toMatchObject(
      refusal(403, 'requiredAccessLevel', 'You need to have owner access to this calendar.', 'calendar'),
    )
    calendar.share(account, 'owner')
    expect(await client.delete(path)).toMatchObject({ status: 204 })
  })
})

describe('access', () => {
  it('needs the scopes of the method', async () => {
    await using studio = await startCalendar()
    const { client, path, google } = studio
    for (const reply of [
      await client.get(path),
      await client.delete(path),
      await client.post(CALENDARS, { summary: 'a' }),
    ])
      expect(reply).toMatchObject({
        status: 403,
        body: {
          error: {
            status: 'PERMISSION_DENIED',
            errors: [{ reason: 'insufficientPermissions' }],
            details: [{ reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }],
          },
        },
      })
    expect(await studio.list()).toMatchObject({ status: 200 })
    expect(await createClient(google, undefined).get(`${path}/events`)).toMatchObject({
      status: 401,
      body: { error: { status: 'UNAUTHENTICATED' } },
    })
  })

  it('with calendar.app.created is limited to calendars of the program', async () => {
    await using studio = await startCalendar()
    const { google, path } = studio
    studio.calendar.share(ADA, 'owner')
    const [first, second] = [
      google.addOAuthClient(['http://127.0.0.1:1/callback']),
      google.addOAuthClient(['http://127.0.0.1:1/callback']),
    ]
    const ada = createClient(google, await fetchPersonToken(google, ADA, scopes.appCreated, first))
    const created = pathOf((await ada.post(CALENDARS, { summary: 'Kitroom' })).body as { id: string })
    expect(await ada.post(`${created}/events`, shoot)).toMatchObject({ status: 200, body: { creator: { email: ADA } } })
    expect(await ada.get(`${path}/events`)).toMatchObject(refusal(404, 'notFound', 'Not Found'))
    const other = createClient(google, await fetchPersonToken(google, ADA, scopes.appCreated, second))
    expect(await other.get(created)).toMatchObject({ status: 404 })
    // A second scope opens all events, but not the calendar itself.
    const both = createClient(
      google,
      await fetchPersonToken(google, ADA, `${scopes.appCreated} ${scopes.calendarEvents}`, second),
    )
    expect(await both.get(`${created}/events`)).toMatchObject({ status: 200 })
    expect(await both.get(created)).toMatchObject({ status: 404 })
  })

  it.each([
    ['owner', 200, 200],
    ['writer', 200, 200],
    ['reader', 200, 403],
    ['freeBusyReader', 200, 403],
  ] as const)('as %s reads with %i and writes with %i', async (role, reading, writing) => {
    await using studio = await startCalendar({ role })
    const { id } = studio.calendar.addEvent({ ...shoot, location: 'Studio 1' })
    expect(await studio.list()).toMatchObject({ status: reading, body: { accessRole: role } })
    const { body } = await studio.get(id)
    expect(body['location']).toBe(role === 'freeBusyReader' ? undefined : 'Studio 1')
    expect(body['start']).toEqual(shoot.start)
    const replies = [await studio.insert(shoot), await studio.update(id, shoot), await studio.remove(id)]
    expect(replies.map(({ status }) => status)).toEqual([writing, writing, writing === 200 ? 204 : writing])
  })

  it('as reader says which role is needed', async () => {
    await using studio = await startCalendar({ role: 'reader' })
    expect(await studio.insert(shoot)).toMatchObject(
      refusal(403, 'requiredAccessLevel', 'You need to have writer access to this calendar.', 'calendar'),
    )
  })

  it('to a lost calendar is 404 for every method, until it is shared again', async () => {
    await using studio = await startCalendar({ scope: scopes.calendar })
    const { calendar, client, path, account } = studio
    const { id } = calendar.addEvent(shoot)
    const callAll = async (): Promise<number[]> => {
      const replies = [await client.get(path), await studio.list(), await studio.get(id), await studio.insert(shoot)]
      return [...replies, await studio.update(id, shoot), await studio.remove(id), await client.delete(path)].map(
        ({ status }) => status,
      )
    }
    calendar.unshare(account)
    expect(new Set(await callAll())).toEqual(new Set([404]))
    calendar.share(account, 'writer')
    expect(await callAll()).toEqual([200, 200, 200, 200, 200, 204, 403])
    calendar.remove()
    expect(new Set(await callAll())).toEqual(new Set([404]))
    expect(calendar.events()).toHaveLength(2)
  })

  it('is closed while the API is disabled', async () => {
    await using studio = await startCalendar()
    studio.google.disableApi('calendar')
    expect(await studio.list()).toMatchObject({
      status: 403,
      body: {
        error: {
          message: expect.stringContaining('Google Calendar API has not been used in project'),
          errors: [{ domain: 'usageLimits', reason: 'accessNotConfigured' }],
          details: [{ reason: 'SERVICE_DISABLED', metadata: { service: 'calendar-json.googleapis.com' } }],
        },
      },
    })
    studio.google.enableApi('calendar')
    expect(await studio.list()).toMatchObject({ status: 200 })
  })

  it('is limited per account and sliding second', async () => {
    let now = Date.parse('2027-03-01T10:00:00Z')
    await using studio = await startCalendar({ nowMs: () => now })
    const { google, calendar, path } = studio
    google.limitCalendar(2)
    expect((await studio.list()).status).toBe(200)
    expect((await studio.insert(shoot)).status).toBe(200)
    expect(await studio.insert(shoot)).toMatchObject(
      refusal(403, 'rateLimitExceeded', 'Rate Limit Exceeded', 'usageLimits'),
    )
    const key = google.addServiceAccount()
    calendar.share(key.client_email, 'reader')
    const other = createClient(google, await fetchToken(google, key, scopes.calendarEvents, now))
    expect(await other.get(`${path}/events`)).toMatchObject({ status: 200 })
    now += 1000
    expect(await studio.list()).toMatchObject({ status: 200 })
    google.limitCalendar(4)
    const { id } = calendar.addEvent(shoot)
    now += 1000
    // PATCH takes three units.
    expect((await studio.patch(id, { summary: 'a' })).status).toBe(200)
    expect((await studio.patch(id, { summary: 'b' })).status).toBe(403)
    expect((await studio.list()).status).toBe(200)
    google.limitCalendar(undefined)
    expect((await studio.list()).status).toBe(200)
    expect((await studio.list()).status).toBe(200)
    expect(calendar.events()).toHaveLength(2)
  })
})

describe('requests', () => {
  it('that the emulator does not know are refused', async () => {
    await using studio = await startCalendar()
    const { client, path } = studio
    expect(await studio.list({ maxresults: '1' })).toMatchObject({ status: 400 })
    expect(await studio.list({ maxResults: '0' })).toMatchObject({ status: 400 })
    expect(await studio.list({ fields: 'items(ids)' })).toMatchObject(
      refusal(400, 'invalidParameter', 'Invalid field selection items.ids'),
    )
    expect(await studio.insert({ ...shoot, title: 'a' })).toMatchObject({ status: 400 })
    expect(await client.get(`${CALENDARS}/primary/events`)).toMatchObject({ status: 501 })
    for (const name of ['orderBy', 'updatedMin', 'q', 'iCalUID', 'sharedExtendedProperty', 'maxAttendees'])
      expect(await studio.list({ [name]: name === 'orderBy' ? 'updated' : '1' })).toMatchObject({ status: 501 })
    for (const name of ['conferenceData', 'iCalUID'])
      expect(await studio.insert({ ...shoot, [name]: '' })).toMatchObject({ status: 501 })
    expect(await studio.insert({ ...shoot, eventType: 'focusTime' })).toMatchObject({ status: 501 })
    expect((await fetch(`${studio.google.url}${path}`, { method: 'PATCH' })).status).toBe(404)
  })

  it('are recorded with sendUpdates and their accounts', async () => {
    await using studio = await startCalendar()
    const { client, path, account, google } = studio
    const { body } = await client.post(`${path}/events`, shoot, { sendUpdates: 'none', fields: 'id' })
    expect(Object.keys(body)).toEqual(['id'])
    expect(
      await client.put(`${path}/events/${String(body['id'])}`, shoot, { query: { sendUpdates: 'some' } }),
    ).toMatchObject({ status: 400 })
    await client.delete(`${path}/events/${String(body['id'])}`, { query: { sendUpdates: 'all' } })
    expect(
      google.calls
        .slice(1)
        .map(({ method, account, status, query }) => [method, account, status, query.get('sendUpdates')]),
    ).toEqual([
      ['calendar.events.insert', account, 200, 'none'],
      ['calendar.events.update', account, 400, 'some'],
      ['calendar.events.delete', account, 204, 'all'],
    ])
  })
})
