import type { Migration } from '../../platform/sql/migrate.ts'
import { BASELINE } from '../../platform/sql/origin.ts'
import { calendars, google } from './0001_baseline/calendars.ts'
import { events } from './0001_baseline/events.ts'
import { hosts } from './0001_baseline/hosts.ts'
import { coverage, maintenance, planning } from './0001_baseline/maintenance.ts'
import { reminders } from './0001_baseline/reminders.ts'
import { schedules } from './0001_baseline/schedules.ts'
import { bindings, plans, runs, sheets } from './0001_baseline/sync.ts'

const groups = [
  hosts,
  sheets,
  runs,
  plans,
  bindings,
  schedules,
  events,
  reminders,
  maintenance,
  planning,
  coverage,
  calendars,
  google,
]

/** The worker's database of 0.1.0. Databases without this step are of an earlier Kitroom, and are refused. */
export const baseline: Migration = {
  name: BASELINE,
  up: (db) => groups.flatMap((create) => create(db)),
}
