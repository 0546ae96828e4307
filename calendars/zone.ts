import type { Component, Property } from './component.ts'
import { formatLocal, formatOffset } from './formats.ts'
import { findTransitions, type Transition } from './transitions.ts'
import { yearlyRule } from './yearlyRule.ts'

/** A name such as +01 or +0530: zone abbreviations differ between systems and versions of the zone data. */
const zoneAbbreviation = (offsetS: number): string => formatOffset(offsetS).replace(/00$/, '')

function observance({ onset, offsetBeforeS, offsetAfterS }: Transition, isDaylight: boolean, rule: string | undefined): Component {
  const properties: Property[] = [
    { name: 'DTSTART', value: formatLocal(onset) },
    { name: 'TZOFFSETFROM', value: formatOffset(offsetBeforeS) },
    { name: 'TZOFFSETTO', value: formatOffset(offsetAfterS) },
    { name: 'TZNAME', value: zoneAbbreviation(offsetAfterS) },
    ...(rule === undefined ? [] : [{ name: 'RRULE', value: rule }]),
  ]
  return { name: isDaylight ? 'DAYLIGHT' : 'STANDARD', properties }
}

/** One component with a recurrence rule if the rule matches exactly, because some clients need rules. Otherwise one component per change. */
function observances(transitions: readonly Transition[], isDaylight: boolean, toYear: number): Component[] {
  const rule = yearlyRule(transitions, toYear)
  const written = rule === undefined ? transitions : transitions.slice(0, 1)
  return written.map((transition) => observance(transition, isDaylight, rule))
}

/**
 * VTIMEZONE (RFC 5545 section 3.6.5), exact for all local times of the given years. It depends only on zone and years, so equal events give equal
 * bytes.
 * @param zone IANA name, which becomes the TZID
 */
export function zoneComponent(zone: string, fromYear: number, toYear: number): Component {
  const lastYear = toYear + 1
  const transitions = findTransitions(zone, fromYear - 1, lastYear)
  const standardS = Math.min(...transitions.map(({ offsetAfterS }) => offsetAfterS))
  const groups = Object.values(Object.groupBy(transitions, ({ offsetBeforeS, offsetAfterS }) => `${offsetBeforeS}>${offsetAfterS}`))
  const components = groups.flatMap((group = []) => observances(group, (group[0]?.offsetAfterS ?? standardS) > standardS, lastYear))
  return { name: 'VTIMEZONE', properties: [{ name: 'TZID', value: zone }], components }
}
