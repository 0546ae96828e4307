import type { GoogleAccounts } from '../../activities/google/googleAccounts.ts'

/** Google accounts whose sheets and calendars the worker uses. */
export interface GoogleAccess {
  google: GoogleAccounts
}
