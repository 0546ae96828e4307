import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { until } from '../../support/wait.ts'
import { ADA, openGoogleStudio, visit, type GoogleStudio } from './support.ts'

// A person creates a calendar at Google, step by step.

let one: GoogleStudio
let sourceText: string
beforeAll(async () => {
  one = await openGoogleStudio()
  sourceText = `sources:\n  - id: main\n    google_sheet: ${one.spreadsheet.id}\n`
  one.studio.configure(`${sourceText}calendars:\n  - id: team\n    name: Studio\n    google:\n      calendar: new\n`)
})
afterAll(() => one[Symbol.asyncDispose]())
afterEach(() => one.google.faults.clear())

const create = (...args: string[]) => one.kitroom('google', 'calendar', 'team', ...args)
const calendars = () => [...one.google.calendars.values()]
const createShoot = (title: string) =>
  one.studio.api.post('/shoots', { title, shoot_date: Temporal.Now.plainDateISO('UTC').add({ days: 5 }).toString() })
const titles = () => calendars().flatMap((calendar) => calendar.events().map(({ summary }) => summary))

it('without a sign-in, it says how to sign in', async () => {
  expect(await create()).toMatchObject({
    code: 1,
    err: expect.stringContaining('kitroom google login --calendar') as string,
  })
  expect(calendars()).toEqual([])
})

it('the sign-in for calendars asks for one scope, and leaves that for sheets alone', async () => {
  await one.login()
  const asked: string[] = []
  const { code, out } = await one.login((address) => {
    asked.push(new URL(address).searchParams.get('scope') ?? '')
    return visit(address)
  }, '--calendar')
  expect({ code, asked }).toEqual({ code: 0, asked: ['https://www.googleapis.com/auth/calendar.app.created'] })
  expect(out).toMatch(/^Signed in for calendars\. Next: kitroom google calendar <id>/)
  const { accounts, calendars: found } = await one.check()
  expect(accounts.map(({ purpose, kind, in_use, problem }) => [purpose, kind, in_use, problem])).toEqual([
    ['sheets', 'person', true, null],
    ['calendar', 'person', true, null],
  ])
  expect(found).toMatchObject([
    {
      calendar: 'team',
      google_id: null,
      may_write: false,
      problem: expect.stringContaining('not created yet') as string,
    },
  ])
})

it('after a lost answer it asks, never creates a second calendar, and takes only its own', async () => {
  one.google.faults.next('calendar.calendars.insert', { commitThen: 503 })
  expect(await create()).toMatchObject({
    code: 1,
    err: expect.stringContaining('it is unknown whether it created it') as string,
  })
  expect(await create('--json')).toMatchObject({ code: 1, json: { code: 'calendar_uncertain' } })
  expect(calendars()).toHaveLength(1)
  const other = one.google.addCalendar({ summary: 'Studio', owner: ADA })
  expect(await create('--id', other.id)).toMatchObject({ code: 1 })
  const id = calendars()[0]?.id ?? ''
  const { code, out } = await create('--id', id)
  expect({ code, out }).toEqual({
    code: 0,
    out: expect.stringMatching(/^The calendar "Studio" is in Google Calendar in the account ada@example\.com\. /),
  })
  expect(await create()).toMatchObject({ code: 0, out: expect.stringContaining(`already: ${id}`) as string })
  expect(one.google.calls.filter(({ method }) => method === 'calendar.calendars.insert')).toHaveLength(1)
})

it('then shoots are written into it', async () => {
  expect((await createShoot('Lookbook')).status).toBe(201)
  // Settings that change wake the calendar.
  one.studio.configure(`${sourceText}calendars:\n  - id: team\n    name: Studio 2\n    google:\n      calendar: new\n`)
  await until('it is there', async () => titles().includes('Lookbook'))
  const { code, out } = await one.kitroom('google', 'check')
  expect({ code, out }).toEqual({
    code: 0,
    out: expect.stringMatching(/\nteam: \S+@group\.calendar\.google\.com: can be written, complete at \S/),
  })
})

it('a refused request is forgotten, and the next one creates it', async () => {
  one.studio.configure(`${sourceText}calendars:\n  - id: second\n    google:\n      calendar: new\n`)
  one.google.faults.next('calendar.calendars.insert', { status: 403, reason: 'forbidden' })
  const createSecond = () => one.kitroom('google', 'calendar', 'second')
  expect(await createSecond()).toMatchObject({ code: 1, err: expect.not.stringContaining('unknown whether') as string })
  expect(await createSecond()).toMatchObject({ code: 0 })
  expect(await one.kitroom('google', 'calendar', 'team')).toMatchObject({
    code: 1,
    err: expect.stringContaining('It has: second') as string,
  })
})

it('after a 429 and a rate 403, nothing is unknown: it says to try again, and then creates one calendar', async () => {
  one.studio.configure(`${sourceText}calendars:\n  - id: third\n    google:\n      calendar: new\n`)
  const createThird = (...args: string[]) => one.kitroom('google', 'calendar', 'third', ...args)
  const before = calendars().length
  for (const fault of [
    { status: 429 },
    { status: 403, reason: 'rateLimitExceeded' },
    { status: 403, reason: 'quotaExceeded' },
  ] as const) {
    one.google.faults.next('calendar.calendars.insert', fault)
    const { code, err } = await createThird()
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/(?:answers \d+ now|used up for now)\. Try again later\./),
    })
    expect(await one.studio.stateSql("select mark from google_calendar where calendar = 'third'")).toEqual([])
  }
  expect(await createThird()).toMatchObject({ code: 0 })
  expect(calendars()).toHaveLength(before + 1)
})

it('a 5xx and a request without an answer leave it unknown', async () => {
  one.studio.configure(`${sourceText}calendars:\n  - id: fourth\n    google:\n      calendar: new\n`)
  const createFourth = (...args: string[]) => one.kitroom('google', 'calendar', 'fourth', ...args, '--json')
  for (const fault of [{ status: 503 }, { cut: true }, { slowMs: 15_000 }] as const) {
    one.google.faults.next('calendar.calendars.insert', fault)
    expect(await createFourth('--again')).toMatchObject({ code: 1, json: { code: 'calendar_uncertain' } })
    expect(await createFourth()).toMatchObject({ code: 1, json: { code: 'calendar_uncertain' } })
  }
  one.studio.configure(`${sourceText}calendars:\n  - id: third\n    google:\n      calendar: new\n`)
})

it('a 429 to --again leaves the calendar that is there', async () => {
  const createThird = (...args: string[]) => one.kitroom('google', 'calendar', 'third', ...args)
  const [row] = await one.studio.stateSql("select google_id, mark from google_calendar where calendar = 'third'")
  one.google.faults.next('calendar.calendars.insert', { status: 429 })
  expect(await createThird('--again')).toMatchObject({
    code: 1,
    err: expect.stringContaining('Try again later.') as string,
  })
  expect(await one.studio.stateSql("select google_id, mark from google_calendar where calendar = 'third'")).toEqual([
    row,
  ])
  expect(await createThird()).toMatchObject({ code: 0, out: expect.stringContaining('already: ') as string })
})

it('logout ends only the sign-in for calendars', async () => {
  const { code, out } = await one.kitroom('google', 'logout', '--calendar')
  expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('No longer written: third.') })
  expect((await one.check()).calendars).toMatchObject([
    { may_write: false, problem: expect.stringContaining('kitroom google login --calendar') as string },
  ])
})
