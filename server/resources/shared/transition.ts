import { describeFault } from '../../../contract/faultReasons.ts'
import type { RecordName } from '../../../contract/reasonValues.ts'
import { createError } from '../../errors.ts'

/**
 * Checks a change of status. Keeping a status is always allowed.
 * @throws AppError invalid_transition naming the allowed statuses
 */
export function checkTransition<Status extends string>(
  record: RecordName,
  transitions: Readonly<Record<Status, readonly Status[]>>,
  from: Status,
  to: Status,
): void {
  const allowed = transitions[from]
  if (from === to || allowed.includes(to)) return
  throw createError(
    'status_change_refused',
    { record, from, to, statuses: allowed },
    {
      faults: [
        {
          pointer: '#/updates/status',
          ...describeFault('status_not_reachable', { statuses: [...allowed, from] }),
          allowed: [...allowed, from],
        },
      ],
    },
  )
}
