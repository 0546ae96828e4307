import { z } from 'zod'
import { DAY_MS } from '../../contract/policies.ts'
import type { SheetVersion } from '../source.ts'

/** Drive learns of an edit up to minutes late, so a version that is new gets a second look. */
const SECOND_LOOK_MS = 4 * 60_000
/** Drive never learns of what IMPORTRANGE brings, so the cells are read daily in any case. */
const MAX_AGE_MS = DAY_MS

/** What is known of a sheet that was read. Stored as the version's `etag`. */
const Known = z.object({
  version: z.string(),
  sheetName: z.string().nullable(),
  /** When this version was first seen, before the cells were read. */
  firstSeenMs: z.number(),
  /** When the cells were last read. */
  readMs: z.number(),
})
type Known = z.output<typeof Known>

export interface Seen {
  /** Drive's version, asked before the cells. */
  version: string | undefined
  sheetName: string | undefined
  nowMs: number
}

function readKnown(last: SheetVersion | undefined, { version, sheetName }: Seen): Known | undefined {
  if (!last?.etag) return undefined
  const known = Known.parse(JSON.parse(last.etag))
  return known.version === version && known.sheetName === (sheetName ?? null) ? known : undefined
}

/** True if the cells need not be read: Drive's version is the same, and a second look at it is done or not yet due. */
export function isUnchanged(last: SheetVersion, seen: Seen): boolean {
  const known = readKnown(last, seen)
  if (!known || seen.nowMs - known.readMs >= MAX_AGE_MS) return false
  const hadSecondLook = known.readMs - known.firstSeenMs >= SECOND_LOOK_MS
  return hadSecondLook || seen.nowMs - known.firstSeenMs < SECOND_LOOK_MS
}

/** The version to store with cells that were just read; undefined if Drive does not tell it. */
export function createVersion(locationSha256: string, seen: Seen, last: SheetVersion | undefined): SheetVersion | undefined {
  if (seen.version === undefined) return undefined
  const known: Known = {
    version: seen.version,
    sheetName: seen.sheetName ?? null,
    firstSeenMs: readKnown(last, seen)?.firstSeenMs ?? seen.nowMs,
    readMs: seen.nowMs,
  }
  return { locationSha256, urlSha256: locationSha256, etag: JSON.stringify(known), lastModified: null }
}
