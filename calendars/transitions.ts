export interface Transition {
  /** Local time at the change, by the offset before it. */
  onset: Temporal.PlainDateTime
  /** Seconds east of UTC. */
  fromS: number
  toS: number
}

const offsetS = (at: Temporal.ZonedDateTime): number => at.offsetNanoseconds / 1e9

function describe(at: Temporal.ZonedDateTime): Transition {
  const fromS = offsetS(at.subtract({ nanoseconds: 1 }))
  return { onset: at.withTimeZone('UTC').toPlainDateTime().add({ seconds: fromS }), fromS, toS: offsetS(at) }
}

/**
 * Offset changes of a zone in the given years (inclusive), preceded by the last earlier one. A zone without an earlier change gets an empty change in
 * 1970.
 */
export function findTransitions(zone: string, fromYear: number, toYear: number): Transition[] {
  const start = Temporal.PlainDate.from({ year: fromYear, month: 1, day: 1 }).toZonedDateTime(zone)
  const before = start.getTimeZoneTransition('previous')
  const same = offsetS(start)
  const transitions = [before ? describe(before) : { onset: Temporal.PlainDateTime.from('1970-01-01'), fromS: same, toS: same }]
  for (let next = start.getTimeZoneTransition('next'); next && next.year <= toYear; next = next.getTimeZoneTransition('next'))
    transitions.push(describe(next))
  return transitions
}
