import type { CalendarKindName } from '../../../contract/control/calendars.ts'

interface Nouns {
  one: string
  many: string
}

const calendarRecords: Record<CalendarKindName, Nouns> = {
  shoots: { one: 'shoot', many: 'shoots' },
  maintenance: { one: 'maintenance date', many: 'maintenance dates' },
  warranty: { one: 'warranty end', many: 'warranty ends' },
}

const countRecords = (shows: CalendarKindName, count: number): string =>
  count === 1 ? `a ${calendarRecords[shows].one}` : `${count} ${calendarRecords[shows].many}`

const onHost = (host: string | undefined): string => (host === undefined ? '' : ` on ${host}`)

const consequenceOfSettings =
  'no sync starts, schedules stay as they are, and maintenance plans, warranties and calendars wait. Reminders that were due before go to the channels of its last version that could be used.'

const dailySteps: Readonly<Record<string, string>> = {
  planMaintenance: 'entering maintenance that falls due',
  followService: 'letting gear follow its maintenance',
  reconcileWarranties: 'going through warranties and insurances',
  remindOfShoots: 'reminding of shoots',
  remindOfMaintenance: 'reminding of maintenance',
  sendReminders: 'sending reminders',
}

/** Texts of problems and of their ends. Times come from `Format`; causes that programs report are not translated. */
export const problems = {
  facts: {
    source: 'Source',
    why: 'Why',
    changes: 'Changes',
    plannedAt: 'Planned at',
    seeIt: 'See it',
    writeIt: 'Write it',
    dropIt: 'Drop it',
    undoIt: 'Undo it',
    endedAt: 'Ended at',
    whatBecame: 'What became of it',
    tryAgain: 'Try again',
    since: 'Since',
    schedule: 'Schedule',
    noneEndedSince: 'No sync has ended since',
    syncNow: 'Sync now',
    calendar: 'Calendar',
    whatThatMeans: 'What that means',
    events: 'Events',
    whatHappens: 'What happens',
    channel: 'Channel',
    endpoint: 'Endpoint',
    disabledAt: 'Disabled at',
    enableIt: 'Enable it',
    sendMissed: 'Then send what it missed',
    tryIt: 'Try it',
    at: 'At',
    triedAgain: 'Tried again',
    tryNow: 'Try now',
    fault: 'Fault',
    notAdopted: 'Not adopted',
    inForce: 'In force',
    whatHelps: 'What helps',
    itWas: 'It was',
    overAt: 'Over at',
    whatToDo: 'What to do',
  },
  sync: {
    waits: (source: string) => `A plan of ${source} waits for your decision`,
    waitsForApproval: 'The source has approve: manual.',
    changes: { create: 'create', update: 'update', mark: 'mark', delete: 'delete' },
    noChanges: 'none',
    failed: (source: string) => `Sync of ${source} failed`,
    stopped: (source: string) => `Sync of ${source} was stopped before its end`,
    expired: (source: string) => `A plan of ${source} expired before anybody decided`,
    editStopped: ({ items, count }: { items: number | null; count: string }) =>
      items === null
        ? 'A bulk edit was stopped before its end'
        : `A bulk edit of ${count} ${items === 1 ? 'item' : 'items'} was stopped before its end`,
    nobodyDecided: 'Nobody decided for seven days.',
    causeInLog: 'The worker’s log has the cause.',
    notWritten: (source: string) => `The results of ${source} could not be written into its sheet`,
    asks: ({ source, rows }: { source: string; rows: number }) =>
      `${rows === 1 ? 'One row' : `${rows} rows`} of ${source} ${rows === 1 ? 'waits' : 'wait'} for an answer`,
    answerInSettings: 'Answer the questions of the plan in kitroom.yaml. All other rows are written.',
    answered: (source: string) => `No row of ${source} waits for an answer any more`,
    notStarted: (source: string) => `The schedule of ${source} cannot start a sync`,
    stalled: ({ source, day }: { source: string; day: string }) => `No sync of ${source} has ended since ${day}`,
    runDoesNotEnd: (time: string) => `A sync began at ${time} and has not ended.`,
    noneStarted: 'It started none, for example because this machine was off at these times.',
    works: (source: string) => `Sync of ${source} works again`,
    settled: (source: string) => `Sync of ${source} no longer needs anything from you`,
  },
  /** Texts of the page that decides about a plan. `by` of `decided` is a person. */
  plan: {
    source: ({ source, file }: { source: string; file: string }) => `Source: ${source}, ${file}`,
    why: (reason: string) => `Why it waits: ${reason}`,
    changes: ({ changes, time }: { changes: string; time: string }) => `Changes: ${changes}. Planned at ${time}.`,
    deletes: ({ count, command }: { count: string; command: string }) =>
      `Items that it deletes: ${count}. So it cannot be approved here, but only with: ${command}`,
    first: ({ listed, all }: { listed: string; all: string }) => `The first ${listed} of ${all} changes:`,
    /** Shown if all changes are listed. */
    every: 'The changes:',
    row: (row: string) => `row ${row}`,
    approve: 'Approve: write these changes',
    decline: 'Decline: write nothing',
    decided: (source: string) => `The plan of ${source} was decided`,
    approved: (by: string | null) => (by === null ? 'It was approved.' : `It was approved by ${by}.`),
    declined: (by: string | null) => (by === null ? 'It was declined.' : `It was declined by ${by}.`),
    applying: 'Its changes are being written.',
    completed: 'Its changes are written.',
    completedWithErrors: 'Not all of its changes could be written.',
    stopped: 'Writing it was stopped before its end.',
    rejected: 'Nothing of it is written.',
  },
  access: {
    lost: 'The API refuses the worker’s key',
    consequence:
      'Syncs, reminders of gear, maintenance and calendars stand still until the worker has a key that is valid.',
    advice: 'Create another key (npm run kitroom -- worker setup), then start the worker again.',
    works: 'The API accepts the worker’s key again',
  },
  calendar: {
    unreadable: ({ id, shows }: { id: string; shows: CalendarKindName }) =>
      `The calendar ${id} cannot show ${calendarRecords[shows].many}`,
    staysAsItIs: 'Until then the calendar stays as it is. Other calendars are not concerned.',
    stopped: (id: string) => `The calendar ${id} is no longer written to Google`,
    refused: ({ id, shows, count }: { id: string; shows: CalendarKindName; count: number }) =>
      `Google refuses ${countRecords(shows, count)} in the calendar ${id}`,
    edited: ({ id, shows, count }: { id: string; shows: CalendarKindName; count: number }) =>
      `Somebody changed ${countRecords(shows, count)} in the calendar ${id} at Google`,
    leavesChanges: (shows: CalendarKindName) =>
      `Kitroom leaves the changes, because the calendar has drift: report, and overwrites them when the ${calendarRecords[shows].one} changes next.`,
    repeated: ({ id, shows, count }: { id: string; shows: CalendarKindName; count: number }) =>
      `Somebody made ${countRecords(shows, count)} repeat in the calendar ${id} at Google`,
    leavesRepetition: (shows: CalendarKindName) =>
      `Kitroom leaves the repetition, and changes the first event when the ${calendarRecords[shows].one} changes. The other events are not in the inventory.`,
    titles: (titles: readonly string[], more: number) => {
      const listed = titles.map((title) => `"${title}"`).join(', ')
      return more > 0 ? `${listed} and ${more} more` : listed
    },
    readable: (id: string) => `What the calendar ${id} shows can be read again`,
    works: (id: string) => `The calendar ${id} is as it should be at Google again`,
  },
  channel: {
    failing: (id: string) => `Reminders do not get through by the channel ${id}`,
    retries: 'It is tried again and again. Once it works, one message lists what is still open.',
    stopped: (id: string) => `The channel ${id} accepts no more reminders`,
    waitsForChange: 'Nothing is sent until its settings or secrets change, or a test message is accepted.',
    notAccepted: 'They were not accepted.',
    works: (id: string) => `Reminders get through by ${id} again`,
  },
  endpoint: {
    disabled: (host: string) => `The webhook endpoint at ${host} is disabled`,
    gone: 'It answered 410: the address is gone.',
    failing: 'Nothing got through to it for five days.',
    works: (host: string) => `The webhook endpoint at ${host} is no longer disabled`,
  },
  daily: {
    failed: 'The daily run could not do everything',
    step: (step: string) => dailySteps[step] ?? step,
    failedStep: (stepText: string) => `Failed: ${stepText}`,
    everyHour: 'every hour',
    doesNotEnd: 'The daily run does not end',
    begunAndWaits: (time: string) =>
      `It began at ${time} and still waits: the API does not answer, or its workflow cannot go on. The worker's log has the cause.`,
    notBegun: 'The daily run has not begun',
    lastBegun: ({ time, command }: { time: string; command: string }) =>
      `The last one began at ${time}. The worker's log says what is missing; now: ${command}`,
    works: 'The daily run works again',
    paused: 'The daily run is paused',
  },
  settings: {
    invalid: (host: string | undefined) => `kitroom.yaml cannot be used${onHost(host)}`,
    missing: (host: string | undefined) => `kitroom.yaml no longer exists${onHost(host)}`,
    notThere: (path: string) => `${path} does not exist.`,
    untilFixed: `Until it is fixed ${consequenceOfSettings}`,
    untilFixedOnHost: `On that host, until it is fixed, ${consequenceOfSettings}`,
    staysInForce: 'The settings that were read last stay in force. To do without any, leave an empty file there.',
    conflict: 'kitroom.yaml was changed differently on several hosts',
    conflictConsequence: 'None of these files is used. The settings that were in force before stay in force.',
    conflictAdvice:
      'Make the files equal, or decide for one, on its host: npm run kitroom -- worker settings adopt. What is in force: npm run kitroom -- worker settings',
    ends: 'kitroom.yaml is not used: it would end sources, calendars or channels',
    endsConsequence: (names: string) =>
      `It does not have what is in force: ${names}. The settings that were in force before stay in force.`,
    endsAdvice:
      'Add that to the file, or use the file as it is, on its host: npm run kitroom -- worker settings adopt. What is in force: npm run kitroom -- worker settings --text',
    changedSince: ({ host, time }: { host: string; time: string }) => `${host}, since ${time}`,
    hostById: (id: string) => `the host ${id}`,
    adopted: ({ host, time }: { host: string; time: string }) => `those of ${host}, adopted at ${time}`,
    agree: 'kitroom.yaml is no longer different on several hosts',
    work: 'kitroom.yaml can be used again',
  },
  temporal: {
    away: 'Temporal does not answer',
    refused: 'Temporal refuses this worker',
    consequence: 'Syncs, new reminders and the daily run wait until it is available.',
    advice: 'See that the Temporal server runs. Where Kitroom brings its own, start Kitroom again.',
    keyAdvice: (namespace: string) =>
      `Temporal refuses this worker: its key (TEMPORAL_API_KEY) or certificate is wrong or has expired, or may not use the namespace "${namespace}". Start the worker with one that is valid.`,
    works: 'Temporal answers again, and work continues',
  },
  workflow: {
    ofSync: (source: string) => `Sync of ${source}`,
    ofDailyRun: 'The daily run',
    withId: (id: string) => `The workflow ${id}`,
    stuck: (name: string) => `${name} cannot go on`,
    otherVersion: 'The version of Kitroom that runs now cannot go on with what an earlier one began.',
    endRun: (command: string) => `End its run: ${command}`,
    goBack: (command: string) =>
      `Go back to the version before, or end it: ${command} (and --address where Temporal is not at 127.0.0.1:7233). What it left is done by the next one.`,
    works: (name: string) => `${name} goes on again`,
  },
  clockDiffers: 'The clock of the worker’s machine differs from the API server’s',
  /** Texts of the preview if there is no problem. */
  example: {
    title: 'The sync of gear could not read its sheet',
    advice: 'Share the sheet with the account of kitroom.yaml again.',
  },
}
