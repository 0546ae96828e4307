import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { planEvents } from '../../activities/googleCalendar/planEvents.ts'
import type { PushedCalendar } from '../../activities/googleCalendar/types.ts'
import { renderCalendar } from '../../calendars/renderCalendar.ts'
import { Calendar } from '../../calendars/settings.ts'
import { migrate } from '../../platform/sql/migrate.ts'
import { openDatabase } from '../../platform/sql/open.ts'
import { findCalendarRead, listCalendarRows } from '../../state/calendars/calendarRows.ts'
import { listGoogleEvents } from '../../state/calendars/googleEvents.ts'
import { migrations } from '../../state/migrations/index.ts'
import { STATE_SCHEMA } from '../../state/tables/schema.ts'
import { openState } from '../../state/database/open.ts'
import { runSql } from '../support/database.ts'
import { createDataFolder } from '../support/server.ts'
import { toStateFile } from '../support/stateUrl.ts'
import { emptyDatabaseUrl, hasPostgres, withoutPostgres } from '../support/testDatabase.ts'
import { readIcalJs, type ReadEvent } from './readers.ts'
import { shootOf } from './support.ts'

const NOW = '2026-03-01T12:00:00.000Z'
const GOOGLE_ID = 'a@group.calendar.google.com'
const shoot = shootOf(1, {
  title: 'Lookbook, Fall; "final"',
  locations: ['Studio 1', 'Roof'],
  location: 'Studio 1',
  status: 'planning',
})
/** What the version before wrote for this shoot. */
const FINGERPRINT = '["2026-06-10",["10:00","Europe/Berlin"],90,["Studio 1","Roof"],"planning"]'
const HASH = '4195cccd095b2f6e44ca3dfb5ac0d92cf44091d6183c3f3b43d172714e2c74d8'

/** Creates the worker's database as the version before calendars of other kinds left it. */
async function createOldState(url: string): Promise<void> {
  const last = migrations.findIndex(({ name }) => name === '0015_calendar_kinds')
  const database = await openDatabase(url)
  await migrate(database, migrations.slice(0, last), NOW, STATE_SCHEMA)
  await database.close()
  const file = toStateFile(url)
  await runSql(
    file,
    `insert into calendar_shoot (id, record, fingerprint, sequence, modified_at, ended_at, status_shown, deleted) values (?, ?, ?, 7, ?, null, 'planning', 0)`,
    shoot.id,
    JSON.stringify(shoot),
    FINGERPRINT,
    shoot.updated_at,
  )
  await runSql(
    file,
    `insert into calendar_read (name, etag, from_day, epoch, time_zone, read_at) values ('shoots', '"e"', '2025-12-01', 'e', 'Europe/Berlin', ?)`,
    NOW,
  )
  await runSql(
    file,
    `insert into google_event (google_id, shoot_id, generation, is_shown, etag, hash, title) values (?, ?, 0, 1, '"g"', ?, 'Lookbook')`,
    GOOGLE_ID,
    shoot.id,
    HASH,
  )
}

/** Upgrades it. @returns what is to be written at Google, and the feed */
async function upgrade(url: string): Promise<{ planned: unknown[]; events: ReadEvent[]; stored: unknown[] }> {
  await createOldState(url)
  const nowMs = Date.parse(NOW)
  const state = await openState(url, { nowMs: () => nowMs })
  try {
    const stored = await state.read(async (tx) => ({
      read: await findCalendarRead(tx, 'shoots'),
      records: await listCalendarRows(tx, 'shoots'),
      others: [...(await listCalendarRows(tx, 'maintenance')), ...(await listCalendarRows(tx, 'warranty'))],
      events: await listGoogleEvents(tx, GOOGLE_ID),
    }))
    const calendar = Calendar.parse({
      id: 'team',
      include: ['client', 'notes'],
      google: { calendar: GOOGLE_ID },
    }) as PushedCalendar
    const { read, records, others, events } = stored
    const zone = 'Europe/Berlin'
    const planned = planEvents({ calendar, googleId: GOOGLE_ID, zone, nowMs, records, events })
    const text = renderCalendar({
      calendar: { ...calendar, name: 'Team' },
      rows: records,
      zone,
      uidHost: 'a.kitroom',
      revision: 0,
      nowMs,
    })
    return {
      planned,
      events: readIcalJs(text),
      stored: [read?.etag, read?.items_etag, records.map(({ kind }) => kind), others],
    }
  } finally {
    await state.close()
  }
}

const expected = {
  planned: [],
  events: [
    expect.objectContaining({
      uid: `${shoot.id}@a.kitroom`,
      sequence: 7,
      status: 'TENTATIVE',
      start: '2026-06-10T08:00:00.000Z',
    }),
  ],
  stored: ['"e"', null, ['shoots'], []],
}

describe('shoots that the version before stored keep their events, and nothing is written at Google', () => {
  it('in SQLite', async () => {
    using folder = createDataFolder()
    expect(await upgrade(`sqlite:${join(folder.dataDir, 'worker.db')}`)).toEqual(expected)
  })

  it.skipIf(!hasPostgres)(`in PostgreSQL${withoutPostgres}`, async () => {
    expect(await upgrade(await emptyDatabaseUrl())).toEqual(expected)
  })
})
