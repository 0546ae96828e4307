import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { CalendarFields } from '../../calendars/settings.ts'
import { loadConfig } from '../../config/config.ts'
import { blocksOf, mask, blockInDocument } from './document.ts'
import { openFeedStudio } from './feedStudio.ts'

const yaml = blocksOf('yaml')[0] ?? ''
const SHOWN_HEADERS = [
  'content-type',
  'etag',
  'last-modified',
  'cache-control',
  'vary',
  'referrer-policy',
  'x-robots-tag',
]

it('the settings of docs/calendar.md are valid, and all of them are explained', () => {
  expect(loadConfig(yaml).calendars.map(({ id }) => id)).toEqual(['team', 'clients'])
  expect(loadConfig(blocksOf('yaml')[1] ?? '').calendars.map(({ shows }) => shows)).toEqual(['maintenance', 'warranty'])
  const text = readFileSync(new URL('../../docs/calendar.md', import.meta.url), 'utf8')
  expect(Object.keys(CalendarFields.shape).filter((name) => !text.includes(`\n| \`${name}\``))).toEqual([])
})

it('the event and the headers of docs/calendar.md match those of a feed (UPDATE_DOCS=1 writes them)', async () => {
  await using studio = await openFeedStudio({
    zone: 'Europe/Berlin',
    config: yaml,
    startsAt: '2026-03-28T09:15:00.000Z',
    times: {},
  })
  const path = await studio.address('team')
  const shoot = await studio.createShoot({
    title: 'Lookbook, autumn',
    client_name: 'Ada Modes',
    shoot_date: '2026-04-10',
    shoot_time: '10:00',
    location: 'Studio 1',
  })
  await studio.text(path)
  await studio.patch(shoot.id, { shoot_time: '11:30', status: 'confirmed' })
  studio.clock.move(60_000)
  const text = await studio.text(path)
  const event = mask(
    `BEGIN:VEVENT${text.split('BEGIN:VEVENT')[1]?.split('END:VEVENT')[0]}END:VEVENT\n`.replaceAll('\r\n', '\n'),
  )
  expect(blockInDocument('ics', 0, event)).toBe(event)
  const { etag } = (await studio.ask(path)).headers
  const { status, headers } = await studio.ask(path, { 'if-none-match': String(etag) }, 'HEAD')
  const fullReply = await studio.ask(path, {}, 'HEAD')
  const lines = SHOWN_HEADERS.map((name) => `${name}: ${String(fullReply.headers[name])}`)
  const headerLines = mask(
    [
      `HTTP/1.1 ${fullReply.status} OK`,
      ...lines,
      '',
      `HTTP/1.1 ${status} Not Modified`,
      `etag: ${String(headers['etag'])}`,
      '',
    ].join('\n'),
  )
  expect(blockInDocument('http', 0, headerLines)).toBe(headerLines)
})
