import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it, type TestContext } from 'vitest'
import { renderCalendarText } from '../../calendars/ical/calendar.ts'
import { findPython, importToKhal, readInPython, startRadicale, type Python } from '../calendars/python.ts'
import { readIcalJs, type ReadEvent } from '../calendars/readers.ts'
import { entryOf, inputOf, shootOf } from '../calendars/support.ts'
import { textOf } from '../calendars/texts.ts'
import { fullOrSmall } from '../support/counts.ts'
import { createSeededRandom } from '../support/random.ts'
import { skipTest } from '../support/skipTest.ts'
import { freePort } from '../server/webhooks/receivers.ts'

// Python parsers of calendars (icalendar, vobject) and calendar programs that import them (khal, radicale). About 30 s,
// twice that with downloads.
const golden = fileURLToPath(new URL('../calendars/golden/', import.meta.url))
/** The small run has one of each hemisphere, whose clocks change in opposite seasons. */
const ZONES = ['Europe/Berlin', 'Pacific/Auckland', 'America/New_York', 'Asia/Kolkata'].slice(0, fullOrSmall(4, 2))
const TEXTS = fullOrSmall(500, 60)
/** Events of a file that radicale is asked for. The small run asks for those of two days on which clocks change. */
const ASKED = [fullOrSmall(0, 15), fullOrSmall(24, 23)] as const
const DAYS = [
  '2026-03-07',
  '2026-03-08',
  '2026-03-29',
  '2026-04-05',
  '2026-09-27',
  '2026-10-25',
  '2026-11-01',
  '2026-07-15',
]
const TIMES = ['00:30', '01:30', '02:00', '02:30', '03:00', '12:00', '23:30', null]

let python: Python
let home = ''
const files: string[] = []

const addFile = (name: string, text: string): void => {
  const file = join(home, name)
  writeFileSync(file, text)
  files.push(file)
}

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'kitroom-readers-'))
  python = findPython()
  for (const name of readdirSync(golden)) addFile(name, readFileSync(join(golden, name), 'utf8'))
  for (const zone of ZONES) {
    const shoots = DAYS.flatMap((shoot_date, day) =>
      TIMES.map((shoot_time, time) =>
        entryOf(shootOf(day * 100 + time, { shoot_date, shoot_time, duration_minutes: time % 2 ? 150 : 45 })),
      ),
    )
    addFile(`${zone.replace('/', '-')}.ics`, renderCalendarText(inputOf(shoots, { zone })))
  }
  const random = createSeededRandom(7986)
  const texts = Array.from({ length: TEXTS }, (_, number) =>
    shootOf(number, { title: `.${textOf(random)}.`, notes: `.${textOf(random)}.`, location: '.' }),
  )
  addFile(
    'texts.ics',
    renderCalendarText(
      inputOf(
        texts.map((shoot) => entryOf(shoot)),
        { include: ['notes'] },
      ),
    ),
  )
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

const expectedOf = (file: string): ReadEvent[] => readIcalJs(readFileSync(file, 'utf8'))

/** The Python readers. Without Python it skips the test and prints why. */
function requirePython(context: TestContext): Exclude<Python, { reason: string }> {
  if ('reason' in python) {
    console.log(`Readers in Python were not tried: ${python.reason}.`)
    return skipTest(context, python.reason)
  }
  return python
}

it('icalendar and vobject read the same events as ical.js', async (context) => {
  const found = await readInPython(requirePython(context), home, files)
  for (const reader of ['icalendar', 'vobject'])
    for (const file of files) {
      const expectedEvents = expectedOf(file).map(({ uid, start, end, summary, location, description }) => [
        uid,
        start,
        end,
        summary,
        location,
        description,
      ])
      expect(found[reader]?.[file], `${file} in ${reader}`).toEqual(expectedEvents)
    }
})

const dayBefore = (day: string): string => Temporal.PlainDate.from(day).subtract({ days: 1 }).toString()
const minute = (moment: string): string => moment.slice(0, 16).replace('T', ' ')

it('khal imports every file and shows the same times', async (context) => {
  const python = requirePython(context)
  for (const file of files.filter((name) => !name.endsWith('texts.ics'))) {
    const expectedEvents = expectedOf(file).map(({ uid, start, end }) =>
      // khal shows the last day of an all-day event; DTEND is the day after it.
      start.length === 10 ? [uid, start, dayBefore(end), 'True'] : [uid, minute(start), minute(end), 'False'],
    )
    const shownEvents = await importToKhal(python, home, file)
    expect({ file, shownEvents: shownEvents.toSorted((a, b) => ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1)) }).toEqual({
      file,
      shownEvents: expectedEvents,
    })
  }
})

const compact = (instant: Temporal.Instant): string =>
  instant.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')
const query = (from: Temporal.Instant, minutes: number): string =>
  `<?xml version="1.0"?><C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><D:getetag/></D:prop><C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT"><C:time-range start="${compact(from)}" end="${compact(from.add({ minutes }))}"/></C:comp-filter></C:comp-filter></C:filter></C:calendar-query>`

it('radicale stores every file, and finds each event from its first minute to its last', async (context) => {
  const python = requirePython(context)
  await using radicale = await startRadicale(python, home, await freePort())
  for (const [number, file] of files.entries()) {
    const path = `/studio/calendar-${number}/`
    const events = expectedOf(file)
    const { status, text } = await radicale.send('PUT', path, readFileSync(file, 'utf8'), {
      'content-type': 'text/calendar; charset=utf-8',
    })
    expect({ file, status, text: text.slice(0, 200) }).toEqual({ file, status: 201, text: expect.any(String) })
    if (file.endsWith('texts.ics')) continue
    const has = async (uid: string, from: Temporal.Instant): Promise<boolean> => {
      const answer = await radicale.send('REPORT', path, query(from, 1), {
        depth: '1',
        'content-type': 'application/xml',
      })
      expect(answer.status).toBe(207)
      return answer.text.includes(encodeURIComponent(uid)) || answer.text.includes(uid)
    }
    for (const { uid, start, end } of events.filter((event) => event.start.length > 10).slice(...ASKED)) {
      const [from, to] = [Temporal.Instant.from(start), Temporal.Instant.from(end)]
      const instants = [from.subtract({ minutes: 1 }), from, to.subtract({ minutes: 1 }), to]
      const isPresent: boolean[] = []
      for (const moment of instants) isPresent.push(await has(uid, moment))
      expect({ file, uid, isPresent }).toEqual({ file, uid, isPresent: [false, true, true, false] })
    }
  }
})
