import type { DocumentType } from '../../../contract/api/documents.ts'

/** Texts of reminders and mails. Days, times, money and counts come from `Format`; numbers only choose the plural. */
export const reminders = {
  /** Stands between a name and its value. */
  colon: ':',
  facts: {
    item: 'Item',
    assetTag: 'Asset tag',
    serialNumber: 'Serial number',
    keptAt: 'Kept at',
    service: 'Service',
    due: 'Due',
    daysOverdue: 'Days overdue',
    daysLeft: 'Days left',
    daysSince: 'Days since',
    status: 'Status',
    provider: 'Provider',
    document: 'Document',
    coveredBy: 'Covered by',
    reference: 'Reference',
    cost: 'Cost',
    lastServices: 'Last services',
    endsOn: 'Ends on',
    endedOn: 'Ended on',
    shoot: 'Shoot',
    client: 'Client',
    date: 'Date',
    time: 'Time',
    duration: 'Duration',
    place: 'Place',
    places: 'Places',
    notes: 'Notes',
    before: 'Before',
    now: 'Now',
    whatToDo: 'What to do',
    othersNotified: 'Others notified',
    sentAt: 'Sent at',
  },
  documentTypes: {
    receipt: 'Receipt',
    warranty: 'Warranty',
    insurance: 'Insurance',
    user_manual: 'User manual',
  } as Record<DocumentType, string>,
  maintenance: {
    due: (about: { service: string; item: string; day: string }) =>
      `${about.service} of ${about.item} is due on ${about.day}`,
    overdue: (about: { service: string; item: string; day: string }) =>
      `${about.service} of ${about.item} was due on ${about.day} and is not done`,
    statuses: { scheduled: 'scheduled', in_progress: 'in progress', completed: 'completed', cancelled: 'cancelled' },
    coveredUntil: (day: string) => `still covered until ${day}`,
    coveredWithoutEnd: 'still covered, without an end',
    askBeforePaying: 'The item is covered: ask before you pay.',
    completeOrMove: 'Complete the record once the work is done, or move it to another date.',
    daysLeft: (days: number) => {
      if (days === 0) return 'Due today'
      return days === 1 ? 'Due tomorrow' : `Due in ${days} days`
    },
    daysOverdue: (days: number) => (days === 1 ? 'Overdue since yesterday' : `Overdue by ${days} days`),
    heading: 'Maintenance',
    countOverdue: (_count: number, text: string) => `${text} overdue`,
    countToCome: (_count: number, text: string) => `${text} to come`,
  },
  coverage: {
    /** @param end a text of `end` */
    ofItem: (about: { type: DocumentType; typeName: string; item: string; end: string }) =>
      `${about.typeName} of ${about.item} ${about.end}`,
    ofDocument: (about: { type: DocumentType; typeName: string; title: string; end: string }) =>
      `${about.typeName} "${about.title}" ${about.end}`,
    end: ({ day, daysLeft }: { day: string; daysLeft: number }) => {
      if (daysLeft === 0) return `ends today, on ${day}`
      if (daysLeft === 1) return `ends tomorrow, on ${day}`
      if (daysLeft === -1) return `ended yesterday, on ${day}`
      return daysLeft > 0 ? `ends on ${day}, in ${daysLeft} days` : `ended on ${day}, ${-daysLeft} days ago`
    },
    renewInTime: 'Renew it in time, and enter its new end.',
    renewEnded: 'Renew it and enter its new end, or acknowledge this reminder.',
    enterExtension: 'If it was extended, enter its new end. Otherwise acknowledge this reminder.',
    checkItem: 'Check the item for faults now, and claim them from the provider before the warranty ends.',
    checkCovered: 'Check what it covers for faults now, and claim them from the provider before the warranty ends.',
    daysLeft: (days: number) => {
      if (days === 0) return 'Ends today'
      return days === 1 ? 'Ends tomorrow' : `Ends in ${days} days`
    },
    daysSince: (days: number) => (days === 1 ? 'Ended yesterday' : `Ended ${days} days ago`),
    heading: 'Warranties and insurances',
    countEnded: (count: number, text: string) => `${text} ${count === 1 ? 'has' : 'have'} ended`,
    countSoon: (count: number, text: string, days: number) =>
      `${text} ${count === 1 ? 'ends' : 'end'} within ${days} days`,
    countLater: (count: number, text: string) => `${text} ${count === 1 ? 'ends' : 'end'} later`,
    unlisted: (count: number, text: string, days: number) =>
      count === 1
        ? `${text} warranty or insurance ended more than ${days} days ago. This message does not list it.`
        : `${text} warranties and insurances ended more than ${days} days ago. This message does not list them.`,
  },
  covered: {
    until: (about: { service: string; item: string; day: string }) =>
      `${about.service} of ${about.item}: the item is still covered until ${about.day}`,
    withoutEnd: (about: { service: string; item: string }) =>
      `${about.service} of ${about.item}: the item is still covered`,
    ask: (provider: string) => `Ask ${provider} before you pay for it.`,
    askProvider: 'Ask the provider before you pay for it.',
    heading: 'Maintenance of covered gear',
    countRecords: (count: number, text: string) => `${text} ${count === 1 ? 'record' : 'records'}`,
  },
  shoot: {
    title: (about: { isToday: boolean; time: string | null; name: string }) =>
      `Shoot ${about.isToday ? 'today' : 'tomorrow'}${about.time === null ? '' : ` at ${about.time}`}: ${about.name}`,
    morePlaces: (places: string, more: string) => `${places} and ${more} more`,
    statuses: { planning: 'planning', confirmed: 'confirmed', completed: 'completed', cancelled: 'cancelled' },
    today: 'Today',
    tomorrow: 'Tomorrow',
    heading: 'Shoots',
    countToday: (_count: number, text: string) => `${text} today`,
    countTomorrow: (_count: number, text: string) => `${text} tomorrow`,
  },
  /** Texts about plans by use. Readings come from `Format`. */
  meter: {
    fell: (about: { item: string; from: string; to: string; unit: string }) =>
      `The meter of ${about.item} fell from ${about.from} to ${about.to} ${about.unit}`,
    rose: (about: { item: string; from: string; to: string; unit: string }) =>
      `The meter of ${about.item} rose from ${about.from} to ${about.to} ${about.unit}, unusually fast`,
    units: { shutter_count: 'shutter releases', flight_hours: 'flight hours' },
    fellAdvice:
      'There is nothing to do if the part or the item was replaced: maintenance by use now counts from the new reading.',
    roseAdvice:
      'Correct the reading if it is wrong. Until a later reading confirms it, maintenance by use goes by the reading before.',
    heading: 'Meters',
    countReadings: (count: number, text: string) => `${text} ${count === 1 ? 'reading' : 'readings'} to check`,
  },
  other: {
    heading: 'Other',
    countMessages: (count: number, text: string) => `${text} ${count === 1 ? 'message' : 'messages'}`,
  },
  digest: { overdue: 'Overdue', today: 'Today', withinWeek: 'Within a week', later: 'Later' },
  /** Words after a count, such as `2 overdue`. */
  digestCounts: { overdue: 'overdue', today: 'today', withinWeek: 'within a week', later: 'later' },
  /** Title of a reminder that has none. */
  reminder: 'Reminder',
  countReminders: (count: string) => `${count} reminders of your studio`,
  more: (count: string) => `and ${count} more`,
  notAcknowledged: (title: string) => `Not acknowledged yet: ${title}`,
  example: (title: string) => `Example: ${title}`,
  /** Texts of an invented record. */
  examples: {
    service: 'Sensor cleaning',
    location: 'Cabinet 2',
    warranty: 'Warranty: Canon EOS R5',
    insurance: 'All risks',
    shoot: 'Product shoot',
    place: 'Old harbour',
  },
  test: 'A test of Kitroom’s reminders',
  commands: {
    workDone: 'The work is done',
    otherDate: 'Another date',
    acknowledge: 'Acknowledge it, so that nobody is reminded of this date again',
    postpone: 'Postpone it by a week',
    acknowledgeOne: 'Acknowledge one, so that nobody is reminded of its date again',
    postponeOne: 'Postpone one by a week',
  },
  /** Labels of links. */
  links: {
    page: 'Acknowledge or postpone',
    plan: 'See the plan and decide',
    ack: 'Acknowledge',
    snooze: 'Remind me in 7 days',
    done: 'The work is done',
  },
  mail: {
    id: 'Id',
    footer:
      'You get this because your studio’s equipment records (Kitroom) are set up to remind you. Whoever looks after them can change that.',
    listedFirst: ({ listed, more, day }: { listed: string; more: string; day: string }) =>
      `This mail lists the first ${listed}. It has no room for ${more} more, from ${day} on: read them in the console under Reminders, or with npm run kitroom -- reminders list.`,
  },
  /** Texts of the page that answers a reminder. */
  page: {
    answerAgain: 'You can answer again: the last answer counts.',
    wasAcknowledged: 'It was acknowledged.',
    wasPostponed: (day: string) => `It was postponed to ${day}.`,
    acknowledge: 'Acknowledge: no more reminders of this date',
    remindIn: (days: number) => (days === 1 ? 'Remind me tomorrow' : `Remind me in ${days} days`),
    workDone: 'The work is done …',
    askCompletion: 'Complete this maintenance record? Its costs and notes can be added later.',
    confirmCompletion: 'Yes, the work is done',
    completed: 'The record is completed.',
    notCompleted: 'The record was deleted, cancelled or moved meanwhile. Nothing was changed.',
    acknowledged: (day: string) => `Acknowledged. Nobody is reminded of ${day} again.`,
    postponed: (day: string) => `The next reminder is on ${day}.`,
    /** Texts of pages without a reminder: the fault, and the remedy. */
    faults: {
      notFound: 'This link is not valid',
      useNewest: 'It is incomplete, has expired or was withdrawn. Use the link of the newest message.',
      unavailable: 'This cannot be done now',
      retry: 'Try again in a moment. Doing it twice does no harm.',
      failed: 'This did not work',
      openAgain: 'Open the link of the message again. If that does not help, ask whoever looks after Kitroom.',
    },
    tryAgain: 'Try again',
  },
  /** Texts of the page for unsubscribing, and of the message about it to the fallback person. */
  unsubscribe: {
    title: 'Unsubscribe from reminders',
    ends: (recipient: string) =>
      `${recipient} gets no more reminders of maintenance, warranties, insurances and shoots, alone or as a digest.`,
    stays: 'Messages about what goes wrong, and about reminders on which nobody acted, are still sent.',
    confirm: 'Unsubscribe',
    done: 'You have unsubscribed.',
    again: 'To get reminders again, ask whoever looks after your studio’s equipment records.',
    reported: (about: { name: string; recipient: string }) =>
      `${about.name} has unsubscribed from reminders to ${about.recipient}`,
    facts: {
      person: 'Person',
      address: 'Address',
      since: 'Since',
      ends: 'Not sent there any more',
      stays: 'Still sent there',
      instead: 'Who gets them',
    },
    reminders: 'Reminders of maintenance, warranties, insurances and shoots, and digests',
    others: 'Problems, and reminders on which nobody acted',
    instead: 'You, if they concern nobody else.',
    advice: (command: string) => `There is nothing to do if this is right. To send them reminders again: ${command}`,
    heading: 'Unsubscribed',
    countPeople: (count: number, text: string) => `${text} ${count === 1 ? 'person' : 'people'}`,
  },
}
