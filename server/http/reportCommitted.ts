import type { AppContext } from '../context/context.ts'
import type { AccountWrite } from '../db/write.ts'

/** Updates the caches of this process after a write, and wakes what works on its changes. */
export function reportCommitted(app: AppContext, write: AccountWrite): void {
  app.accountStates.set(write.state)
  app.replies.dropRecords(write.account, write.changedIds)
  if (write.keysChanged) {
    app.keys.clear()
    app.sessions.clear()
  }
  if (write.fieldsChanged) app.fieldWork.wake()
  if (write.webhooksChanged) app.webhooks.wake()
  else if (write.changedIds.length > 0) app.webhooks.notifyEvents(write.account)
}
