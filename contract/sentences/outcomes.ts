/** English sentences about runs: why they wait, end or stop, and why a row was not written. */
export const outcomeSentences = {
  // The plan waits
  guard_changes: ({ count, limit }: { count: number; limit: number }) =>
    `The plan changes ${count} items, and the guard lets ${limit} pass. Approve or reject it.`,
  guard_percent: ({ count, of, percent }: { count: number; of: number; percent: number }) =>
    `The plan changes ${count} of ${of} bound items, and the guard lets ${percent} % pass. Approve or reject it.`,
  // The run has ended
  failures_in_a_row: ({ count }: { count: number }) =>
    `The API turned down ${count} rows in a row. The report names the reasons.`,
  failures_of_sent: ({ count, of }: { count: number; of: number }) =>
    `The API turned down ${count} of ${of} rows. The report names the reasons.`,
  run_aborted: () => 'Somebody ended the run by kitroom sync abort. What it had written by then stays.',
  write_back_aborted: () =>
    'Somebody ended the run by kitroom sync abort before it had written into the sheet, or meanwhile. The next sync writes what is missing.',
  workflow_not_started: () => 'The workflow could not be started.',
  workflow_closed: () => 'The workflow was ended in Temporal before its run had ended. Start a new run.',
  workflow_replaced: () => 'Another workflow took the place of this run. Start a new run.',
  workflow_cancelled: () => 'The workflow was cancelled in Temporal.',
  file_not_read_in_time: () =>
    'The host that has the file did not read it within 10 minutes. Start the worker there, see that the file can be opened, then sync again.',
  file_not_read_by_label: ({ label }: { label: string }) =>
    `No worker with KITROOM_FILES=${label} read the file within 10 minutes. Start one on the host that has the file, or change "on: ${label}" of the source, then sync again.`,
  no_writer_in_time: () => 'No worker wrote into the sheet within 10 minutes. Start one; the next sync writes.',
  not_done_in_time: () => 'It was not done within its time.',
  was_cut_off: () => 'It was cut off.',
  log_has_cause: () => "The worker's log has the cause.",
  sheet_not_kept: () => 'The bytes of the sheet are not kept any more. Start the run again.',
  rows_miscounted: () =>
    'Kitroom lost count of the rows of this sheet, so nothing is written. That is a fault of Kitroom: please report it, with a copy of the sheet.',
  miscount: ({ text }: { text: string }) => `(${text})`,
  run_unknown: () => "This run is not in the worker's database.",
  run_has_ended: () => 'The run has ended; nothing more of it is written.',
  run_is_no_edit: () => 'This run is no bulk edit.',
  inventory_restored: () =>
    'The inventory was restored from a backup after this run had begun. Nothing more of it is written; start a new run.',
  write_back_off: ({ source }: { source: string }) =>
    `kitroom.yaml has no write_back: true for the sheet of ${source} any more.`,
  // The API or the worker
  key_may_not: () => "The worker's key may not do this.",
  make_new_key: () => 'Make it a new one: npm start -- --account <id>, where the API server runs.',
  key_not_accepted: () => "The API server does not accept the worker's key.",
  api_takes_nothing: () => 'The API server takes nothing more for now.',
  api_failed: () => 'The API server failed on it; its log has the cause.',
  api_refused: () => 'The API server refused it:',
  api_said: ({ text }: { text: string }) => text,
  api_silent: () => 'The API server did not answer.',
  api_unreachable: () => 'The API server cannot be reached.',
  state_silent: () => "The worker's database does not answer now.",
  unexpected: () => "Something unexpected went wrong; the worker's log has the cause.",
  status_not_derived: ({ count }: { count: number }) =>
    `The status could not be derived from the maintenance for ${itemsOf(count)}; the others are done.`,
  maintenance_reminders_failed: ({ count }: { count: number }) =>
    `Reminders of maintenance could not be made for ${itemsOf(count)}; the others are done.`,
  maintenance_not_entered: ({ count }: { count: number }) =>
    `Maintenance that falls due could not be entered for ${itemsOf(count)}; the others are done.`,
  coverage_reminders_failed: ({ count }: { count: number }) =>
    `Reminders of warranties and insurances could not be made for ${itemsOf(count)}; the others are done.`,
  of_item: ({ item }: { item: string }) => `${item}:`,
  of_deleted_item: () => 'an item that was deleted:',
  of_unreadable_item: () => 'an item that cannot be read:',
  and_more_items: ({ count }: { count: number }) => `And ${count} more.`,
  worker_said: ({ text }: { text: string }) => text,
  // Rows that were not written
  item_changed_since_plan: () => 'The item was changed after the plan was made.',
  item_deleted_since_plan: () => 'The item was deleted after the plan was made.',
  item_created_since_plan: () => 'An item with this key was made after the plan was made.',
  own_field_gone: ({ field }: { field: string }) =>
    `The account has no own field for ${field} any more, so its value is not restored.`,
  category_gone: ({ name }: { name: string }) => `The account has no category ${name} any more, so it is not restored.`,
  deletion_not_undone: () =>
    'The run deleted the item, and nothing brings it back. Its values are in the plan of that run.',
  item_has_records: ({ maintenance, documents }: { maintenance: number; documents: number }) =>
    `The item has ${[...countOf(maintenance, 'maintenance record'), ...countOf(documents, 'document')].join(' and ')}, which would go with it.`,
  item_changed_since_shown: () =>
    'Somebody changed the item after it was shown. Look at it again, then choose it again.',
  type_lacks_field: ({ type }: { type: string }) => `${typeWords[type] ?? type} does not have this field.`,
  focal_lengths_would_reverse: ({ shortest, longest }: { shortest: number; longest: number }) =>
    `The shortest focal length would be ${shortest} mm and the longest ${longest} mm.`,
  item_gone: () => 'The item does not exist any more.',
}

const itemsOf = (count: number): string => (count === 1 ? '1 item' : `${count} items`)
const countOf = (count: number, what: string): string[] =>
  count === 0 ? [] : [`${count} ${what}${count === 1 ? '' : 's'}`]

const typeWords: Readonly<Record<string, string>> = {
  camera: 'A camera',
  lens: 'A lens',
  accessory: 'An accessory',
  filter: 'A filter',
  drone: 'A drone',
}
