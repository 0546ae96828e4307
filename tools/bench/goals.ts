/** A target must be met; a goal is what comes next. */
export interface Aim {
  target?: number
  goal?: number
  /** Printed if it is missed. */
  reason?: string
}

/** @param isMet compares a figure with a limit @param format writes a limit, such as `≥ 0.5` */
function describeAim(
  { target, goal, reason }: Aim,
  isMet: (limit: number) => boolean,
  format: (limit: number) => string,
): string {
  const describe = (limit: number, name: string): string =>
    `${isMet(limit) ? 'meets' : 'MISSES'} ${name}${format(limit)}`
  const parts = [
    ...(target === undefined ? [] : [describe(target, '')]),
    ...(goal === undefined ? [] : [describe(goal, 'the goal ')]),
  ]
  const isMissed = [target, goal].some((limit) => limit !== undefined && !isMet(limit))
  return parts.join(', ') + (isMissed && reason !== undefined ? `: ${reason}` : '')
}

export const describeMinimum = (value: number, aim: Aim, unit = ''): string =>
  describeAim(
    aim,
    (limit) => value >= limit,
    (limit) => `≥ ${limit}${unit}`,
  )

export const describeMaximum = (value: number, aim: Aim, unit = ''): string =>
  describeAim(
    aim,
    (limit) => value <= limit,
    (limit) => `≤ ${limit}${unit}`,
  )
