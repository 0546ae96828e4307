import type { DocumentType } from '../../contract/documents.ts'
import type { WatchInput } from '../../contract/temporal.ts'
import type { AutomationDeps, Counts, Day } from '../automation.ts'

/** A document whose end counts. */
export interface Cover {
  id: string
  type: DocumentType
  title: string
  gearId: string | null
  provider: string | null
  referenceNumber: string | null
  /** YYYY-MM-DD. */
  expiresOn: string
}

/** What people know an item by. */
export interface Item {
  /** Brand and model. */
  name: string
  assetTag: string | null
  serialNumber: string | null
  /** Nobody is notified about what is out of use for good. */
  isRetired: boolean
}

/** The workflow of all coverage, as activities know it. Both throw what may pass when Temporal does not answer. */
export interface CoverageWorkflow {
  /** Lets it evaluate all coverage now; starts it when it does not run. */
  wake(): Promise<void>
  /** Lets the watches of single documents end that versions before opened. Answers how many there were. */
  endWatches(): Promise<number>
}

export interface WarrantyDeps extends AutomationDeps {
  coverage: CoverageWorkflow
}

/** What an evaluation of all coverage came to. */
export interface CoverageSeen {
  /** A burst of events or a sync goes on: nothing was evaluated, and it is tried again in a moment. */
  isSettling: boolean
  /** Moment of the next step that falls due, milliseconds since 1970; null when no step is left. */
  nextAtMs: number | null
  /** Reminders that were added and that nobody else sends. */
  queued: number
  /** Today in the studio, and the last day whose hour of reminders has come; YYYY-MM-DD. */
  day: string
  settledDay: string
  /** A sync has written: maintenance plans may want records. */
  hasNewItems: boolean
  /** kitroom.yaml names other recipients, or other steps. */
  hasNewRecipients: boolean
}

/** What a watch of a version before is told: `coverage` does its work, and it ends. */
export interface Look {
  outcome: 'watching' | 'over' | 'gone' | 'no_cover' | 'moved' | 'replaced'
  queued: number
  nextAtMs: number | null
}

/** What a workflow of a version before is told: the events are not its own any more. */
export interface Review {
  events: number
  watched: number
  queued: number
  isMore: boolean
}

export interface WarrantyActivities {
  /** Evaluates all coverage: takes events from the inbox, queues what is due, and says when the next step falls due. */
  notifyCoverage(input: Record<string, never>): Promise<CoverageSeen>
  /** Lets a watch of a version before end. */
  lookAtDocument(input: WatchInput): Promise<Look>
  /** Lets a workflow of a version before end, and wakes the one that has its work now. */
  reviewDocuments(input: Record<string, never>): Promise<Review>
  /**
   * Wakes the workflow of all coverage and waits for its evaluation, as on a day. Counts `covers` that have ended or lie inside the window,
   * reminders that were `queued`, ends that were `opened` because nobody knew them, and watches of versions before that were `woken` to end.
   */
  reconcileWarranties(day: Day): Promise<Counts>
}
