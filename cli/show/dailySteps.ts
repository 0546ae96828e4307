type CountNames = Readonly<Record<string, readonly [one: string, many: string]>>

const QUEUED_NAMES = ['reminder queued', 'reminders queued'] as const

/** Titles of the daily run's steps, and names of their counts. */
const STEPS: Readonly<Record<string, { title: string; words: CountNames }>> = {
  planMaintenance: {
    title: 'Maintenance plans',
    words: {
      made: ['record created', 'records created'],
      found: ['record existed already', 'records existed already'],
      done: ['service done already', 'services done already'],
      waits: ['waits for earlier work', 'wait for earlier work'],
      refused: ['refused by the API', 'refused by the API'],
      unavailable: ['not in the subscription', 'not in the subscription'],
      reported: ['meter reported', 'meters reported'],
    },
  },
  followService: {
    title: 'Gear in service',
    words: {
      set: ['item set to maintenance', 'items set to maintenance'],
      returned: ['item back to its earlier status', 'items back to their earlier status'],
      left: ['item left as a person set it', 'items left as a person set them'],
      same: ['item unchanged', 'items unchanged'],
      refused: ['status refused by the API', 'statuses refused by the API'],
    },
  },
  reconcileWarranties: {
    title: 'Warranties and insurances',
    words: {
      covers: ['document checked', 'documents checked'],
      queued: QUEUED_NAMES,
      opened: ['new end date', 'new end dates'],
    },
  },
  remindOfShoots: { title: 'Shoots', words: { shoots: ['shoot to come', 'shoots to come'], queued: QUEUED_NAMES } },
  remindOfMaintenance: {
    title: 'Maintenance reminders',
    words: {
      open: ['open record', 'open records'],
      queued: QUEUED_NAMES,
      covered: ['of covered gear', 'of covered gear'],
    },
  },
  sendReminders: {
    title: 'Sending',
    words: {
      sent: ['reminder sent', 'reminders sent'],
      failed: ['failed', 'failed'],
      skipped: ['skipped', 'skipped'],
      waiting: ['waiting', 'waiting'],
    },
  },
}

/** The steps that did something or found nothing to do, one line each. A step that is switched off has no counts. */
export const describeSteps = (counts: Readonly<Record<string, Readonly<Record<string, number>>>>): string[] =>
  Object.entries(counts).flatMap(([step, counted]) =>
    Object.keys(counted).length === 0 ? [] : [describeStep(step, counted)],
  )

/** Describes a step and its counts. Unknown steps and counts are shown by their names. */
export function describeStep(step: string, counts: Readonly<Record<string, number>>): string {
  const { title = step, words = {} } = STEPS[step] ?? {}
  const parts = Object.entries(counts).flatMap(([name, count]) =>
    count === 0 ? [] : [`${count} ${words[name]?.[count === 1 ? 0 : 1] ?? name}`],
  )
  return `${title}: ${parts.join(', ') || 'nothing to do'}`
}
