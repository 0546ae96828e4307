export interface Transition {
  /** Local time of the change, in the offset before it. */
  onset: Temporal.PlainDateTime
  /** Seconds east of UTC. */
  offsetBeforeS: number
  offsetAfterS: number
}

const readOffsetSeconds = (at: Temporal.ZonedDateTime): number => at.offsetNanoseconds / 1e9

function toTransition(at: Temporal.ZonedDateTime): Transition {
  const offsetBeforeS = readOffsetSeconds(at.subtract({ nanoseconds: 1 }))
  return {
    onset: at.withTimeZone('UTC').toPlainDateTime().add({ seconds: offsetBeforeS }),
    offsetBeforeS,
    offsetAfterS: readOffsetSeconds(at),
  }
}

/**
 * Finds the offset changes of a zone in the given years (inclusive), preceded by the last earlier one. A zone without
 * an earlier change gets an empty change in 1970.
 */
export function findTransitions(zone: string, fromYear: number, toYear: number): Transition[] {
  const start = Temporal.PlainDate.from({ year: fromYear, month: 1, day: 1 }).toZonedDateTime(zone)
  const previous = start.getTimeZoneTransition('previous')
  const constantOffsetS = readOffsetSeconds(start)
  const transitions = [
    previous
      ? toTransition(previous)
      : {
          onset: Temporal.PlainDateTime.from('1970-01-01'),
          offsetBeforeS: constantOffsetS,
          offsetAfterS: constantOffsetS,
        },
  ]
  for (
    let next = start.getTimeZoneTransition('next');
    next && next.year <= toYear;
    next = next.getTimeZoneTransition('next')
  )
    transitions.push(toTransition(next))
  return transitions
}
