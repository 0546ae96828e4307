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

/** The watches of this account in Temporal. All throw what passes when Temporal does not answer. */
export interface Watches {
  /** Opens the watch of a document's end; one that is open stays as it is. */
  open(watch: WatchInput): Promise<void>
  /** Lets a watch look at its document now; does nothing where none is open. */
  wake(watch: WatchInput): Promise<void>
  /** Those that are open, as far as Temporal lists them: the list lags a little behind. */
  listOpen(): Promise<WatchInput[]>
}

export interface WarrantyDeps extends AutomationDeps {
  watches: Watches
}

/**
 * What a watch saw. `watching`: its next look is at `nextAtMs`. All others end the watch: `over`, nothing more is to be told; `gone`, there is no
 * such document; `no_cover`, it has no end any more or is of another type; `moved`, its end is another one now, which has a watch of its own.
 */
export interface Look {
  outcome: 'watching' | 'over' | 'gone' | 'no_cover' | 'moved'
  /** Reminders that were added to the ledger. */
  queued: number
  /** Moment of the next look; null when the watch ends. */
  nextAtMs: number | null
}

/** What came of some of the events in the inbox. */
export interface Review {
  events: number
  /** Watches that were opened or found open. */
  watched: number
  /** Reminders that were added to the ledger. */
  queued: number
  /** Whether there may be more events. */
  isMore: boolean
}

export interface WarrantyActivities {
  /** Looks at one document for its watch: tells what is due and says when to look again. */
  lookAtDocument(input: WatchInput): Promise<Look>
  /** Takes some of the events about documents from the inbox and does what follows from them. */
  reviewDocuments(input: Record<string, never>): Promise<Review>
  /** Does once a day what events would have done: tells what is due, opens watches that are missing, wakes those that are left over. */
  reconcileWarranties(day: Day): Promise<Counts>
}
