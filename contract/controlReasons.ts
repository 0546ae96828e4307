import type { ControlErrorCode } from './controlErrors.ts'
import { accessControlReasons } from './controlAccessReasons.ts'
import { definePlainReason, defineReason, type ReasonTable, type ValuesOf } from './reasonValues.ts'

const list = (known: readonly string[]): string => known.join(', ') || 'none'

/** Reasons of errors about sources, runs and their plans. */
const runReasons = {
  unknown_source: defineReason(
    'unknown_source',
    ['source', 'known'],
    (v) => `There is no source "${v.source}" in kitroom.yaml. It has: ${list(v.known)}.`,
  ),
  unknown_run: definePlainReason('unknown_run', 'There is no run with this id.'),
  run_without_plan: definePlainReason('not_found', 'This run has no plan, so there is no row to report.'),
  run_of_other_source: defineReason(
    'no_run',
    ['run', 'source', 'other_source'],
    (v) => `The run ${v.run} is of ${v.other_source}, not of ${v.source}.`,
  ),
  no_run_to_end: defineReason('no_run', ['source'], (v) => `${v.source} has no run that could be ended.`),
  plan_not_waiting: definePlainReason('not_waiting', 'The plan is not waiting for a decision.'),
  plan_decided: defineReason(
    'not_waiting',
    ['run_status'],
    (v) => `The plan is not waiting for a decision: its run is ${v.run_status}.`,
  ),
  run_has_ended: definePlainReason('not_waiting', 'The run has ended.'),
  source_being_applied: definePlainReason('sync_running', 'This source is being applied now.'),
  workflow_not_ended: definePlainReason('sync_running', 'The workflow of this source has not ended.'),
  other_run_began: defineReason(
    'sync_running',
    ['source'],
    (v) => `Another run of ${v.source} began at the same time.`,
  ),
  deletes_not_confirmed: defineReason(
    'deletes_not_confirmed',
    ['deletes'],
    (v) => `The plan deletes ${v.deletes} items; the approval must name that number.`,
  ),
  run_not_ended: defineReason('run_not_ended', ['run_status'], (v) => `The run has not ended: it is ${v.run_status}.`),
  adoption_while_waiting: defineReason(
    'run_not_ended',
    ['source', 'run'],
    (v) =>
      `${v.source} has the run ${v.run}, which has not ended. Its plan waits for a decision. First apply it, with kitroom sync approve --plan ${v.run}, or reject it, with kitroom sync reject --plan ${v.run}.`,
  ),
  adoption_while_running: defineReason(
    'run_not_ended',
    ['source', 'run', 'run_status'],
    (v) =>
      `${v.source} has the run ${v.run}, which has not ended. It is ${v.run_status}. Wait until it has ended, or end it with kitroom sync abort ${v.source}.`,
  ),
  no_bindings: defineReason(
    'no_bindings',
    ['other_source', 'source', 'known'],
    (v) =>
      `"${v.other_source}" has no bound items that ${v.source} could take over. Other sources that have bound items: ${list(v.known)}.`,
  ),
  adopts_itself: defineReason(
    'invalid_request',
    ['source'],
    (v) => `from: "${v.source}" is the source itself. Name the source that ${v.source} takes over from.`,
  ),
  inventory_restored: definePlainReason(
    'inventory_restored',
    'The inventory was restored from a backup meanwhile. Try again.',
  ),
  inventory_moving: definePlainReason(
    'inventory_moving',
    'The inventory changes faster than it can be listed. Try again when fewer writes come in.',
  ),
  no_schedule: defineReason(
    'no_schedule',
    ['source'],
    (v) => `${v.source} has no schedule in kitroom.yaml: it is synced only when somebody starts it.`,
  ),
  coverage_unscheduled: definePlainReason(
    'no_schedule',
    'Warranties and insurances have no schedule: they are evaluated when something changes.',
  ),
  schedule_not_set_up: defineReason(
    'no_schedule',
    ['source'],
    (v) =>
      `The schedule of ${v.source} has not been set up yet. Try again in a few seconds; the worker's log says what is missing.`,
  ),
  daily_not_set_up: definePlainReason(
    'no_schedule',
    "The schedule of the daily run has not been set up yet. Try again in a few seconds; the worker's log says what is missing.",
  ),
  unknown_automation: defineReason(
    'unknown_automation',
    ['automation'],
    (v) => `There is no automation "${v.automation}". \`kitroom automations list\` shows them.`,
  ),
} as const satisfies ReasonTable<ControlErrorCode>

/** Reasons of errors about sheets and files. */
const fileReasons = {
  sheet_not_stored: definePlainReason(
    'invalid_request',
    'The sheet of this run is not stored. Send it again, or sync the source.',
  ),
  upload_not_stored: definePlainReason(
    'invalid_request',
    'upload_id: there is no such upload, or it is not kept any more. Send the file again.',
  ),
  empty_upload: definePlainReason('invalid_request', 'The body is empty; send the bytes of the sheet.'),
  too_many_uploads: defineReason(
    'rate_limited',
    ['max', 'max_mib'],
    (v) => `The worker receives ${v.max} sheets or ${v.max_mib} MiB at once. Try again in a moment.`,
  ),
  disk_nearly_full: definePlainReason(
    'disk_nearly_full',
    'The disk of the worker is nearly full, so it stores no sheet. Make room on it, then send the sheet again.',
  ),
  too_many_exports: defineReason(
    'rate_limited',
    ['max'],
    (v) => `The worker writes ${v.max} tables at once. Try again in a moment.`,
  ),
  cell_too_small: defineReason(
    'invalid_request',
    ['item_id'],
    (v) =>
      `The list compatible_with of the item ${v.item_id} is too long for a cell of a workbook. Export to a .csv file.`,
  ),
  forecast_too_long: defineReason(
    'invalid_request',
    ['max'],
    (v) =>
      `The forecast has more than ${v.max} services, which is too many for a calendar. Ask for fewer months, or for a table: --csv.`,
  ),
  file_on_other_host: defineReason(
    'invalid_request',
    ['source', 'file_host'],
    (v) =>
      `The file of ${v.source} is on the host "${v.file_host}". Explain it there, or give the file: --file <path>.`,
  ),
  tags_text_files_only: definePlainReason(
    'invalid_request',
    'Only text files are tagged, because a workbook written anew could lose what Kitroom does not know. Insert a column "Asset Tag" yourself and fill it with KR-0001, KR-0002 and so on, or save the sheet as "CSV UTF-8".',
  ),
  tagged_file_too_large: defineReason(
    'invalid_request',
    ['max_mib'],
    (v) => `The file has more than ${v.max_mib} MiB. Split it.`,
  ),
  sheet_refused: defineReason('invalid_request', ['code', 'answer'], (v) => `${v.answer} [${v.code}]`),
} as const satisfies ReasonTable<ControlErrorCode>

/** Reasons of errors about reminders and calendars. */
const reminderReasons = {
  unknown_calendar: defineReason(
    'unknown_calendar',
    ['calendar', 'known'],
    (v) => `There is no calendar "${v.calendar}" in kitroom.yaml. It has: ${list(v.known)}.`,
  ),
  feed_has_address: defineReason(
    'feed_has_address',
    ['calendar'],
    (v) =>
      `The feed of ${v.calendar} has an address already, and it was told only once. To make another in its place: kitroom calendar rotate ${v.calendar}`,
  ),
  unknown_channel: defineReason(
    'unknown_channel',
    ['channel', 'known'],
    (v) => `There is no channel "${v.channel}" in kitroom.yaml. It has: ${list(v.known)}.`,
  ),
  unknown_person: defineReason(
    'unknown_person',
    ['person', 'known'],
    (v) => `There is no person "${v.person}" in kitroom.yaml. It has: ${list(v.known)}.`,
  ),
  unknown_reminder: defineReason(
    'unknown_reminder',
    ['reminder'],
    (v) => `No reminder has an id that ends with "${v.reminder}". \`kitroom reminders list\` shows the ids.`,
  ),
  ambiguous_reminder: defineReason(
    'ambiguous_reminder',
    ['reminder'],
    (v) => `Several records have an id that ends with "${v.reminder}". Give more of it.`,
  ),
  problem_ends_itself: definePlainReason(
    'not_answerable',
    'A problem ends by itself once its cause is gone, and is reported once.',
  ),
  no_answer_needed: definePlainReason('not_answerable', 'It needs no answer: it is sent once.'),
} as const satisfies ReasonTable<ControlErrorCode>

/** Reasons of the errors of the control plane. Names are never changed or removed; new ones may be added. */
export const controlReasons = {
  ...accessControlReasons,
  ...runReasons,
  ...fileReasons,
  ...reminderReasons,
} as const

export type ControlReason = keyof typeof controlReasons
export type ControlValues<R extends ControlReason> = ValuesOf<typeof controlReasons, R>
