import { AppError } from '../../errors.ts'

/**
 * Checks a change of status. Keeping a status is always allowed.
 * @param recordName such as "shoot"
 * @throws AppError invalid_transition naming the allowed statuses
 */
export function checkTransition<Status extends string>(
  recordName: string,
  transitions: Readonly<Record<Status, readonly Status[]>>,
  from: Status,
  to: Status,
): void {
  const allowed = transitions[from]
  if (from === to || allowed.includes(to)) return
  throw new AppError(
    'invalid_transition',
    `A ${recordName} that is ${from} cannot become ${to}, only ${allowed.join(' or ')}.`,
    {
      faults: [
        {
          pointer: '#/updates/status',
          code: 'invalid_value',
          detail: `must be ${[...allowed, from].join(' or ')} here`,
          allowed: [...allowed, from],
        },
      ],
    },
  )
}
