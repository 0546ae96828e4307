// Resets an account's clock, and the future times stored with it, after a server with a wrong clock moved it ahead.
import { toIsoTime } from '../../platform/clock.ts'
import { repairClock } from '../repairClock/repairClock.ts'
import { requireOption, runOperatorCommand, UsageError } from './flags.ts'

await runOperatorCommand(['account'], async (values, db, clock) => {
  const account = requireOption(values, 'account')
  const repaired = await repairClock(db, account, clock.nowMs())
  if (!repaired) throw new UsageError('There is no account with this id. List them: kitroom account list')
  const { aheadMs, records } = repaired
  if (values['json']) return JSON.stringify({ account_id: account, ahead_seconds: Math.round(aheadMs / 1000), records })
  if (aheadMs === 0) return 'The account’s clock is not ahead of this machine’s. Nothing was changed.'
  return [
    `The account’s clock was ahead until ${toIsoTime(clock.nowMs() + aheadMs)}. It is put back to now.`,
    `Records whose times lay in the future and are now: ${records}.`,
  ].join('\n')
})
