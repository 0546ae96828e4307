import type { Component, Property } from './component.ts'
import { formatLocal, formatOffset } from './formats.ts'
import { findTransitions, type Transition } from './transitions.ts'

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

const isInLastWeek = ({ day, daysInMonth }: Temporal.PlainDateTime): boolean => day > daysInMonth - 7
const findWeekOfMonth = ({ day }: Temporal.PlainDateTime): number => Math.ceil(day / 7)

/**
 * Finds a yearly recurrence rule for exactly these changes.
 * @returns a RECUR (RFC 5545 section 3.3.10); undefined if no rule matches
 */
function findYearlyRule(transitions: readonly Transition[], toYear: number): string | undefined {
  const onsets = transitions.map(({ onset }) => onset)
  const first = onsets[0]
  if (!first || onsets.at(-1)?.year !== toYear || onsets.length < 2) return undefined
  const isYearly = onsets.every(
    (onset, index) =>
      onset.year === first.year + index &&
      onset.month === first.month &&
      onset.dayOfWeek === first.dayOfWeek &&
      onset.toPlainTime().equals(first.toPlainTime()),
  )
  if (!isYearly) return undefined
  const week = onsets.every(isInLastWeek) ? -1 : findWeekOfMonth(first)
  if (week !== -1 && onsets.some((onset) => findWeekOfMonth(onset) !== week)) return undefined
  return `FREQ=YEARLY;BYMONTH=${first.month};BYDAY=${week}${WEEKDAYS[first.dayOfWeek - 1]}`
}

/** Formats a name such as +01 or +0530. Zone abbreviations differ between systems and versions of the zone data. */
const formatZoneAbbreviation = (offsetS: number): string => formatOffset(offsetS).replace(/00$/, '')

function toObservance(
  { onset, offsetBeforeS, offsetAfterS }: Transition,
  isDaylight: boolean,
  rule: string | undefined,
): Component {
  const properties: Property[] = [
    { name: 'DTSTART', value: formatLocal(onset) },
    { name: 'TZOFFSETFROM', value: formatOffset(offsetBeforeS) },
    { name: 'TZOFFSETTO', value: formatOffset(offsetAfterS) },
    { name: 'TZNAME', value: formatZoneAbbreviation(offsetAfterS) },
    ...(rule === undefined ? [] : [{ name: 'RRULE', value: rule }]),
  ]
  return { name: isDaylight ? 'DAYLIGHT' : 'STANDARD', properties }
}

/**
 * Lists one component with a recurrence rule if the rule matches exactly, because some clients need rules. Otherwise it
 * lists one component per change.
 */
function listObservances(transitions: readonly Transition[], isDaylight: boolean, toYear: number): Component[] {
  const rule = findYearlyRule(transitions, toYear)
  const written = rule === undefined ? transitions : transitions.slice(0, 1)
  return written.map((transition) => toObservance(transition, isDaylight, rule))
}

/**
 * Creates a VTIMEZONE (RFC 5545 section 3.6.5) that is exact for all local times of the given years. It depends only on
 * zone and years, so equal events give equal bytes.
 * @param zone IANA name, which becomes the TZID
 */
export function toZoneComponent(zone: string, fromYear: number, toYear: number): Component {
  const lastYear = toYear + 1
  const transitions = findTransitions(zone, fromYear - 1, lastYear)
  const standardS = Math.min(...transitions.map(({ offsetAfterS }) => offsetAfterS))
  const groups = Object.values(
    Object.groupBy(transitions, ({ offsetBeforeS, offsetAfterS }) => `${offsetBeforeS}>${offsetAfterS}`),
  )
  const components = groups.flatMap((group = []) =>
    listObservances(group, (group[0]?.offsetAfterS ?? standardS) > standardS, lastYear),
  )
  return { name: 'VTIMEZONE', properties: [{ name: 'TZID', value: zone }], components }
}
