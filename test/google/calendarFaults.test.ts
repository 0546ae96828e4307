import { describe, expect, it } from 'vitest'
import { refusal, shoot, startCalendar, type CalendarStudio } from './calendar/support.ts'
import { startTimer } from '../support/wait.ts'

const INSERT = 'calendar.events.insert'
const DELETE = 'calendar.events.delete'
const event = { ...shoot, id: 'shoot1' }

const fetchDeletion = ({ google, path, token }: CalendarStudio): Promise<Response> =>
  fetch(`${google.url}${path}/events/${event.id}`, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } })

describe('a scripted fault of Calendar', () => {
  it('is answered in its form, and executes nothing', async () => {
    await using studio = await startCalendar()
    const { faults } = studio.google
    faults.next(INSERT, { status: 403, reason: 'quotaExceeded', retryAfter: 7 })
    faults.next(INSERT, { status: 429 })
    faults.next(INSERT, { status: 503 })
    faults.next(INSERT, { unauthorizedOnce: true })
    const first = await studio.insert(event)
    expect(first).toMatchObject(refusal(403, 'quotaExceeded', 'Rate Limit Exceeded', 'usageLimits'))
    expect(first.headers.get('retry-after')).toBe('7')
    expect(await studio.insert(event)).toMatchObject({
      status: 429,
      body: { error: { errors: [{ reason: 'rateLimitExceeded' }] } },
    })
    expect(await studio.insert(event)).toMatchObject({
      status: 503,
      body: { error: { errors: [{ domain: 'global', reason: 'backendError' }] } },
    })
    expect(await studio.insert(event)).toMatchObject({
      status: 401,
      body: { error: { status: 'UNAUTHENTICATED', errors: [{ reason: 'authError' }] } },
    })
    expect(studio.calendar.events()).toEqual([])
    expect(await studio.insert(event)).toMatchObject({ status: 200 })
  })

  it('can follow the execution', async () => {
    await using studio = await startCalendar()
    const { faults } = studio.google
    faults.next(INSERT, { commitThen: 503 })
    expect(await studio.insert(event)).toMatchObject({ status: 503 })
    expect(await studio.insert(event)).toMatchObject({ status: 409 })
    faults.next('calendar.events.update', { commitThen: 500 })
    expect(await studio.update(event.id, { ...event, summary: 'Edited' })).toMatchObject({ status: 500 })
    expect(studio.calendar.event(event.id).summary).toBe('Edited')
    faults.next(DELETE, { commitThen: 500 })
    expect(await studio.remove(event.id)).toMatchObject({ status: 500 })
    expect(await studio.remove(event.id)).toMatchObject({ status: 410 })
  })

  it('cuts the connection, also of an answer without a body', async () => {
    await using studio = await startCalendar()
    const { faults } = studio.google
    faults.next(INSERT, { cut: true })
    await expect(studio.insert(event)).rejects.toThrow('terminated')
    expect(await studio.get(event.id)).toMatchObject({ status: 200 })
    faults.next(DELETE, { cut: true })
    await expect(fetchDeletion(studio)).rejects.toThrow('fetch failed')
    expect(studio.calendar.event(event.id).status).toBe('cancelled')
  })

  it.each([{ slowMs: 80 }, { slowBodyMs: 80 }])('makes an answer without a body wait: %j', async (fault) => {
    await using studio = await startCalendar()
    await studio.insert(event)
    studio.google.faults.next(DELETE, fault)
    const hasPassed = startTimer(79)
    expect(await fetchDeletion(studio)).toMatchObject({ status: 204 })
    expect(hasPassed()).toBe(true)
  })

  it('edits between two calls', async () => {
    await using studio = await startCalendar()
    const { google, calendar } = studio
    const { body } = await studio.insert(event)
    google.faults.between('calendar.events.get', () => void calendar.editEvent(event.id, { summary: 'Edited' }))
    const read = (await studio.get(event.id)).body as { etag: string }
    expect(read).toEqual(body)
    expect(await studio.update(event.id, event, { 'if-match': read.etag })).toMatchObject({ status: 412 })
  })
})
