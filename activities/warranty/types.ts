import type { DocumentType } from '../../contract/api/documents.ts'
import type { Gear } from '../../contract/api/gear.ts'
import type { AutomationDeps } from '../shared/automation.ts'

export interface Coverage {
  id: string
  type: DocumentType
  title: string
  gearId: string | null
  provider: string | null
  referenceNumber: string | null
  expiresOn: string
}

export interface Item {
  gear: Gear
  name: string
  assetTag: string | null
  serialNumber: string | null
  /** True for a retired item, of which nobody is notified. */
  isRetired: boolean
}

export interface WarrantyDeps extends AutomationDeps {
  /**
   * Requests an evaluation of the coverage workflow; starts it if needed.
   * @throws transient errors if Temporal does not answer
   */
  wakeCoverage: () => Promise<void>
}

export interface CoverageEvaluation {
  /** True if nothing was evaluated, because a sync or a burst of events is in progress. */
  isSettling: boolean
  /** Unix milliseconds of the next step; null if none is left. */
  nextAtMs: number | null
  /** Number of added reminders that this workflow must send. */
  queued: number
  /** Today and the last day whose reminder time has passed; YYYY-MM-DD. */
  day: string
  settledDay: string
  /** True if a sync has written: maintenance plans may need records. */
  hasNewItems: boolean
  /** True if kitroom.yaml has other recipients or steps. */
  hasNewRecipients: boolean
}
