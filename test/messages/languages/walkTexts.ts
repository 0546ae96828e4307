import type { Texts } from '../../../messages/languages/texts.ts'

type Call = (...args: never[]) => string

/** Arguments for every text that has parameters; each list of arguments is one call. */
type Samples<T> = {
  [K in keyof T]?: T[K] extends Call ? readonly Parameters<T[K]>[] : T[K] extends string ? never : Samples<T[K]>
}

type Wording = Omit<Texts, 'language' | 'format' | 'say'>

const about = { service: 'Sensor-X', item: 'Sony A1 (CAM-2)', day: '4.5.2027' }
const counts: readonly [number, string][] = [
  [1, '1'],
  [12, '12'],
]
const countsOfDays = counts.map(([count, text]): [number, string, number] => [count, text, 30])
const days: readonly [number][] = [[0], [1], [12]]
const pastDays: readonly [number][] = [[1], [12]]
const ends = [12, 1, 0, -1, -12].map((daysLeft): [{ day: string; daysLeft: number }] => [{ day: '4.5.2027', daysLeft }])
const types = ['warranty', 'insurance', 'receipt', 'user_manual'] as const
const calendars = ['shoots', 'maintenance', 'warranty'] as const
const calendarCounts = calendars.flatMap((shows) =>
  [1, 12].map((count): [{ id: string; shows: typeof shows; count: number }] => [{ id: 'c-77', shows, count }]),
)
const hosts: readonly [string | undefined][] = [[undefined], ['host-7']]
const text: readonly [string][] = [['x-4711']]

const meterChange = { item: 'Sony A1', from: '120', to: '7', unit: 'U-1' }
const deciders: readonly [string | null][] = [[null], ['ana']]

const samples: Samples<Wording> = {
  maintenance: {
    due: [[about]],
    overdue: [[about]],
    coveredUntil: text,
    daysLeft: days,
    daysOverdue: pastDays,
    countOverdue: counts,
    countToCome: counts,
  },
  coverage: {
    ofItem: types.map((type) => [{ type, typeName: 'Type', item: 'Sony A1', end: 'END-9' }]),
    ofDocument: types.map((type) => [{ type, typeName: 'Type', title: 'Contents', end: 'END-9' }]),
    end: ends,
    daysLeft: days,
    daysSince: pastDays,
    countEnded: counts,
    countSoon: countsOfDays,
    countLater: counts,
    unlisted: countsOfDays,
  },
  plans: { asksAboutColumn: text },
  covered: { until: [[about]], withoutEnd: [[about]], ask: text, countRecords: counts },
  shoot: {
    title: [true, false].flatMap((isToday) =>
      [null, '09:30'].map((time): [{ isToday: boolean; time: string | null; name: string }] => [
        { isToday, time, name: 'N-1' },
      ]),
    ),
    morePlaces: [['P-1; P-2', '3']],
    countToday: counts,
    countTomorrow: counts,
  },
  meter: { fell: [[meterChange]], rose: [[meterChange]], countReadings: counts },
  other: { countMessages: counts },
  countReminders: text,
  more: text,
  notAcknowledged: text,
  example: text,
  mail: { listedFirst: [[{ listed: '500', more: '77', day: '4.5.2027' }]] },
  unsubscribe: { ends: text, reported: [[{ name: 'Bo-9', recipient: 'bo@x-7' }]], advice: text, countPeople: counts },
  page: { wasPostponed: text, remindIn: [[1], [7]], acknowledged: text, postponed: text },
  problems: {
    sync: {
      waits: text,
      failed: text,
      stopped: text,
      expired: text,
      editStopped: [[{ items: 1, count: '1' }], [{ items: 40, count: '40' }], [{ items: null, count: '0' }]],
      notWritten: text,
      asks: [[{ source: 'src-1', rows: 1 }], [{ source: 'src-1', rows: 12 }]],
      answered: text,
      notStarted: text,
      works: text,
      settled: text,
      stalled: [[{ source: 'src-1', day: '4.5.2027' }]],
      runDoesNotEnd: text,
    },
    plan: {
      source: [[{ source: 'src-1', file: 'gear.csv' }]],
      why: text,
      changes: [[{ changes: 'C-1', time: 'T-1' }]],
      deletes: [[{ count: '12', command: 'C-2' }]],
      first: [[{ listed: '20', all: '99' }]],
      row: text,
      decided: text,
      approved: deciders,
      declined: deciders,
    },
    calendar: {
      unreadable: calendars.map((shows) => [{ id: 'c-77', shows }]),
      stopped: text,
      refused: calendarCounts,
      edited: calendarCounts,
      leavesChanges: calendars.map((shows) => [shows]),
      repeated: calendarCounts,
      leavesRepetition: calendars.map((shows) => [shows]),
      titles: [
        [['T-1'], 0],
        [['T-1', 'T-2'], 3],
      ],
      readable: text,
      works: text,
    },
    channel: { failing: text, stopped: text, works: text },
    endpoint: { disabled: text, works: text },
    daily: {
      step: [
        ['planMaintenance'],
        ['followService'],
        ['reconcileWarranties'],
        ['remindOfShoots'],
        ['remindOfMaintenance'],
        ['sendReminders'],
      ],
      failedStep: text,
      begunAndWaits: text,
      lastBegun: [[{ time: 'T-1', command: 'C-2' }]],
    },
    settings: {
      invalid: hosts,
      missing: hosts,
      notThere: text,
      endsConsequence: text,
      changedSince: [[{ host: 'host-7', time: 'T-1' }]],
      hostById: text,
      adopted: [[{ host: 'host-7', time: 'T-1' }]],
    },
    temporal: { keyAdvice: text },
    workflow: { ofSync: text, withId: text, stuck: text, endRun: text, goBack: text, works: text },
  },
}

export interface RenderedText {
  /** Its place among the texts, such as `coverage.end(2)`. */
  path: string
  text: string
  /** Texts and numbers that were passed. */
  parameters: readonly string[]
}

/** Codes choose a text, and are not shown. */
const CODES: readonly string[] = [...types, ...calendars]

function toLeaves(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(toLeaves)
  if (typeof value === 'number') return [String(Math.abs(value))]
  return typeof value === 'string' && !CODES.includes(value) ? [value] : []
}

/** Renders all texts of a language. @throws Error for a text with parameters but no sample */
export function renderTexts(value: unknown, sample: unknown = samples, path = ''): RenderedText[] {
  if (typeof value === 'string') return [{ path, text: value, parameters: [] }]
  if (typeof value === 'function') {
    if (!Array.isArray(sample)) throw new Error(`no sample for ${path}`)
    return (sample as never[][]).map((args, index) => ({
      path: `${path}(${index})`,
      text: (value as Call)(...args),
      parameters: toLeaves(args),
    }))
  }
  return Object.entries(value as object).flatMap(([name, inner]) =>
    renderTexts(inner, (sample as Record<string, unknown> | undefined)?.[name], path === '' ? name : `${path}.${name}`),
  )
}
