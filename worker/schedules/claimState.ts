import { dailyScheduleId } from '../../contract/temporal.ts'
import { readOwner, requireOwnState } from '../context/stateOwner.ts'
import { handleOutage } from '../context/faults.ts'
import { withTimeout } from '../temporal/syncWorkflow.ts'
import { describeSchedule, isOwnSchedule, type EnsureContext } from './ensure.ts'

async function nameState(context: EnsureContext, replacedId: string | undefined): Promise<void> {
  const { stateOwner, log } = context
  const { stateId, place } = stateOwner
  const scheduleId = dailyScheduleId(context.account)
  const described = await describeSchedule(context, scheduleId)
  if (!described || !isOwnSchedule(context, described)) return
  const named = readOwner(described)
  if (named?.stateId === stateId) return
  if (named?.stateId !== replacedId || named === undefined) requireOwnState(stateOwner, described)
  const handle = context.temporal.schedule.getHandle(scheduleId)
  await withTimeout(context, () =>
    handle.update((previous) => ({
      ...previous,
      action: { ...previous.action, memo: { ...previous.action.memo, stateId, place } },
    })),
  )
  if (named)
    log.warn(
      { replaced: named.stateId },
      `the worker's state is another than before: ${place} instead of ${named.place}`,
    )
}

/**
 * Checks at the start that no other database holds the account's state. The memo then names a database that replaces
 * the named one.
 * @param replacedId id of a lost database that this one replaces
 * @throws ConfigError if another database holds it
 */
export const claimState = (context: EnsureContext, replacedId: string | undefined): Promise<void> =>
  handleOutage(
    () => nameState(context, replacedId),
    () =>
      context.log.warn(
        'Temporal cannot describe the daily schedule now; whether another worker has a database of its own is checked later.',
      ),
  )
