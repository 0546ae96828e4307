/** English sentences that say why a reminder was not sent. Days are `YYYY-MM-DD`. */
export const reminderSentences = {
  // Maintenance
  maintenance_deleted: () => 'The maintenance record was deleted before this could be sent.',
  maintenance_completed: () => 'The maintenance was completed before this could be sent.',
  maintenance_cancelled: () => 'The maintenance was cancelled before this could be sent.',
  maintenance_moved: ({ day }: { day: string }) => `The maintenance was moved to ${day} before this could be sent.`,
  item_retired: () => 'The item was retired before this could be sent.',
  covered_repairs_off: () => 'kitroom.yaml asks for no messages of covered repairs any more.',
  item_not_covered: () => 'The item was not covered any more before this could be sent.',
  // Readings of meters
  item_deleted: () => 'The item was deleted before this could be sent.',
  meter_not_counted: () => 'No maintenance plan counts this meter any more.',
  reading_cleared: () => 'The reading was cleared before this could be sent.',
  reading_changed: ({ reading }: { reading: number }) =>
    `The reading was changed to ${reading} before this could be sent.`,
  reading_confirmed: () => 'The reading was confirmed before this could be sent.',
  // Shoots
  shoot_deleted: () => 'The shoot was deleted before this could be sent.',
  shoot_completed: () => 'The shoot was completed before this could be sent.',
  shoot_cancelled: () => 'The shoot was cancelled before this could be sent.',
  shoot_moved: ({ day }: { day: string }) => `The shoot was moved to ${day} before this could be sent.`,
  shoot_not_tomorrow: () => 'The shoot is not tomorrow, and has begun if it is today.',
  shoot_reminders_off: () => 'kitroom.yaml asks for no reminders of shoots any more.',
  // Ends of warranties and insurances
  document_deleted: () => 'The document was deleted before this could be sent.',
  document_not_watched: ({ document_type: type }: { document_type: string }) =>
    `The document is of the type ${type} now, whose end is not watched.`,
  document_has_no_end: () => 'The document has no such end any more.',
  end_removed: () => 'The end was removed before this could be sent.',
  end_moved: ({ day }: { day: string }) => `The end was moved to ${day} before this could be sent.`,
  // Recipients and their answers
  recipient_unsubscribed: () => 'The person has unsubscribed from reminders at this address.',
  recipient_resubscribed: () => 'The person gets reminders again.',
  reminder_acknowledged: () => 'It was acknowledged before it could be sent.',
  reminder_postponed: ({ day }: { day: string }) => `It was postponed to ${day} before it could be sent.`,
  reminder_superseded: () => 'A later reminder of the same thing took its place before it could be sent.',
  problem_over: () => 'It was over before it could be sent.',
  // Sending
  reminder_not_checked: () => 'It could not be checked whether this still applies.',
  reminder_unconfirmed: () => 'The worker stopped while this was being sent; it is unknown whether it arrived.',
  reminder_not_repeated: () => 'It was not sent again.',
  reminder_maybe_taken: () => 'It may have been taken, and is not sent again.',
  reminder_expired: ({ days }: { days: number }) => `It could not be sent for ${days} days.`,
  reminder_never_tried: ({ days }: { days: number }) =>
    `It could not be sent for ${days} days: nothing was sent in that time, or kitroom.yaml does not name its recipient any more.`,
  // The cause that an earlier version stored without sentences
  earlier_cause: ({ text }: { text: string }) => text,
}
