import type { Component, Property } from './component.ts'
import { localForm, offsetForm } from './forms.ts'
import { transitionsOf, type Transition } from './transitions.ts'
import { yearlyRule } from './yearlyRule.ts'

/** Such as +01 or +0530: what people call an offset differs from place to place, and from one version of the zone data to the next. */
const nameOf = (offsetS: number): string => offsetForm(offsetS).replace(/00$/, '')

function observance({ onset, fromS, toS }: Transition, isDaylight: boolean, rule: string | undefined): Component {
  const properties: Property[] = [
    { name: 'DTSTART', value: localForm(onset) },
    { name: 'TZOFFSETFROM', value: offsetForm(fromS) },
    { name: 'TZOFFSETTO', value: offsetForm(toS) },
    { name: 'TZNAME', value: nameOf(toS) },
    ...(rule === undefined ? [] : [{ name: 'RRULE', value: rule }]),
  ]
  return { name: isDaylight ? 'DAYLIGHT' : 'STANDARD', properties }
}

/** Changes of one kind: a rule where one gives exactly them, because some readers know daylight saving by rules only; else each by itself. */
function observances(transitions: readonly Transition[], isDaylight: boolean, toYear: number): Component[] {
  const rule = yearlyRule(transitions, toYear)
  const shown = rule === undefined ? transitions : transitions.slice(0, 1)
  return shown.map((transition) => observance(transition, isDaylight, rule))
}

/**
 * A VTIMEZONE (RFC 5545 section 3.6.5) that is exact for all wall times of some years, both included. It depends on those years and the zone
 * alone, so that the same events make the same bytes.
 * @param zone an IANA name, which becomes the TZID
 */
export function zoneComponent(zone: string, fromYear: number, toYear: number): Component {
  const lastYear = toYear + 1
  const transitions = transitionsOf(zone, fromYear - 1, lastYear)
  const standardS = Math.min(...transitions.map(({ toS }) => toS))
  const kinds = Object.values(Object.groupBy(transitions, ({ fromS, toS }) => `${fromS}>${toS}`))
  const components = kinds.flatMap((kind = []) => observances(kind, (kind[0]?.toS ?? standardS) > standardS, lastYear))
  return { name: 'VTIMEZONE', properties: [{ name: 'TZID', value: zone }], components }
}
