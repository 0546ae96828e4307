/** A moment at which a zone's offset from UTC changes. */
export interface Transition {
  /** The wall time that clocks would show without the change. */
  onset: Temporal.PlainDateTime
  /** Seconds east of UTC before and after. */
  fromS: number
  toS: number
}

const offsetS = (at: Temporal.ZonedDateTime): number => at.offsetNanoseconds / 1e9

function describe(at: Temporal.ZonedDateTime): Transition {
  const fromS = offsetS(at.subtract({ nanoseconds: 1 }))
  return { onset: at.withTimeZone('UTC').toPlainDateTime().add({ seconds: fromS }), fromS, toS: offsetS(at) }
}

/**
 * The changes of a zone in some years, both included, after the last one before them. A zone that never changed before has one that changes
 * nothing, in 1970.
 */
export function transitionsOf(zone: string, fromYear: number, toYear: number): Transition[] {
  const start = Temporal.PlainDate.from({ year: fromYear, month: 1, day: 1 }).toZonedDateTime(zone)
  const before = start.getTimeZoneTransition('previous')
  const same = offsetS(start)
  const transitions = [before ? describe(before) : { onset: Temporal.PlainDateTime.from('1970-01-01'), fromS: same, toS: same }]
  for (let next = start.getTimeZoneTransition('next'); next && next.year <= toYear; next = next.getTimeZoneTransition('next'))
    transitions.push(describe(next))
  return transitions
}
