import type { Migration } from '../../platform/sql/migrate.ts'
import { sync } from './0001_sync.ts'
import { schedules } from './0002_schedules.ts'
import { absences } from './0003_absences.ts'
import { inbox } from './0004_inbox.ts'
import { reminders } from './0005_reminders.ts'
import { maintenance } from './0006_maintenance.ts'
import { calendar } from './0007_calendar.ts'
import { problems } from './0008_problems.ts'
import { coverage } from './0009_coverage.ts'
import { downloads } from './0010_downloads.ts'
import { googleReads } from './0011_google_reads.ts'
import { googleSignIns } from './0012_google_sign_ins.ts'
import { writeBack } from './0013_write_back.ts'
import { googleCalendars } from './0014_google_calendars.ts'
import { calendarKinds } from './0015_calendar_kinds.ts'
import { planAttempts } from './0016_plan_attempts.ts'
import { settings } from './0017_settings.ts'
import { droppedRows } from './0018_dropped_rows.ts'
import { workerVersions } from './0019_worker_versions.ts'
import { windows } from './0020_windows.ts'
import { channelPauses } from './0021_channel_pauses.ts'
import { reminderAnswers } from './0022_reminder_answers.ts'
import { dailyCounts } from './0023_daily_counts.ts'
import { escalations } from './0024_escalations.ts'
import { meters } from './0025_meters.ts'
import { scheduleWatch } from './0026_schedule_watch.ts'
import { decidedBy } from './0027_decided_by.ts'
import { unsubscriptions } from './0028_unsubscriptions.ts'
import { automations } from './0029_automations.ts'
import { bulkEdits } from './0030_bulk_edits.ts'
import { firstFailures } from './0031_first_failures.ts'
import { coverageAnswers } from './0032_coverage_answers.ts'
import { consoleRequests } from './0033_console_requests.ts'

export const migrations: readonly Migration[] = [
  sync,
  schedules,
  absences,
  inbox,
  reminders,
  maintenance,
  calendar,
  problems,
  coverage,
  downloads,
  googleReads,
  googleSignIns,
  writeBack,
  googleCalendars,
  calendarKinds,
  planAttempts,
  settings,
  droppedRows,
  workerVersions,
  windows,
  channelPauses,
  reminderAnswers,
  dailyCounts,
  escalations,
  meters,
  scheduleWatch,
  decidedBy,
  unsubscriptions,
  automations,
  bulkEdits,
  firstFailures,
  coverageAnswers,
  consoleRequests,
]
