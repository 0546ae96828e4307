import type { GoogleAccounts } from '../../activities/google/googleAccounts.ts'
import type { WorkerContext } from '../context/context.ts'

export interface GoogleContext extends WorkerContext {
  google: GoogleAccounts
}
