import { AppError } from '../../errors.ts'

/**
 * Refuses a change of status that the record's present status does not allow. Staying is always allowed.
 * @param what such as "shoot"
 * @throws AppError invalid_transition naming what is allowed
 */
export function checkTransition<Status extends string>(
  what: string,
  transitions: Readonly<Record<Status, readonly Status[]>>,
  from: Status,
  to: Status,
): void {
  const allowed = transitions[from]
  if (from === to || allowed.includes(to)) return
  throw new AppError('invalid_transition', `A ${what} that is ${from} cannot become ${to}, only ${allowed.join(' or ')}.`, {
    faults: [
      { pointer: '#/updates/status', code: 'invalid_value', detail: `must be ${[...allowed, from].join(' or ')} here`, allowed: [...allowed, from] },
    ],
  })
}
