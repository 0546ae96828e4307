import { z } from 'zod'
import { DAY_MS } from '../../../contract/policies.ts'
import type { SheetVersion } from '../source.ts'

/** Drive learns of an edit up to minutes late, so a version that is new gets a second look. */
const SECOND_LOOK_MS = 4 * 60_000
/** Drive never learns of what IMPORTRANGE brings, so the cells are read daily in any case. */
const MAX_AGE_MS = DAY_MS

/** What is known of a sheet that was read. Stored as the version's `etag`. */
const Known = z.object({
  version: z.string(),
  sheetName: z.string().nullable(),
  /** Missing in what an earlier version stored. */
  range: z.string().nullable().default(null),
  /** When this version was first seen, before the cells were read. */
  firstSeenMs: z.number(),
  /** When the cells were last read. */
  readMs: z.number(),
  /** When Kitroom last wrote into the sheet. */
  writtenMs: z.number().optional(),
  /** The last write-back that left nothing out, and the `readMs` at that time. */
  writeBack: z.object({ digest: z.string(), readMs: z.number(), rows: z.number() }).optional(),
})
type Known = z.output<typeof Known>

export interface Seen {
  /** Drive's version, asked before the cells. */
  version: string | undefined
  sheetName: string | undefined
  range: string | undefined
  nowMs: number
}

const parseKnown = (last: SheetVersion | undefined): Known | undefined =>
  last?.etag ? Known.parse(JSON.parse(last.etag)) : undefined

function readKnown(last: SheetVersion | undefined, { version, sheetName, range }: Seen): Known | undefined {
  const known = parseKnown(last)
  const isSamePart = known?.sheetName === (sheetName ?? null) && known.range === (range ?? null)
  return known?.version === version && isSamePart ? known : undefined
}

/** True if the cells need not be read: Drive's version is the same, and a second look at it is done or not yet due. */
export function isUnchanged(last: SheetVersion, seen: Seen): boolean {
  const known = readKnown(last, seen)
  if (!known || seen.nowMs - known.readMs >= MAX_AGE_MS) return false
  const hadSecondLook = known.readMs - known.firstSeenMs >= SECOND_LOOK_MS
  return hadSecondLook || seen.nowMs - known.firstSeenMs < SECOND_LOOK_MS
}

/**
 * The version to store with cells that were just read; undefined if Drive does not tell it.
 * @param isSame the sheet is the last one, so a version that is new comes from Kitroom's own write, and was new at that time
 */
export function createVersion(
  locationSha256: string,
  seen: Seen,
  last: SheetVersion | undefined,
  isSame: boolean,
): SheetVersion | undefined {
  if (seen.version === undefined) return undefined
  const same = readKnown(last, seen)
  const writtenMs = isSame ? parseKnown(last)?.writtenMs : undefined
  const known: Known = {
    version: seen.version,
    sheetName: seen.sheetName ?? null,
    range: seen.range ?? null,
    firstSeenMs: same?.firstSeenMs ?? writtenMs ?? seen.nowMs,
    readMs: seen.nowMs,
    ...(same?.writtenMs !== undefined && { writtenMs: same.writtenMs }),
  }
  return { locationSha256, urlSha256: locationSha256, etag: JSON.stringify(known), lastModified: null }
}

/** Rows of the last write-back, if it wrote the same messages and the cells were not read since. @param digest of the messages */
export function findSameWriteBack(last: SheetVersion | undefined, digest: string): number | undefined {
  const known = parseKnown(last)
  return known?.writeBack?.digest === digest && known.writeBack.readMs === known.readMs
    ? known.writeBack.rows
    : undefined
}

interface WrittenBack {
  /** Undefined if something was left out, so that the next sync looks again. */
  digest: string | undefined
  rows: number
  /** When cells were changed; undefined if none was. */
  writtenMs: number | undefined
}

/** The `etag` of a sheet after a write-back; undefined if Drive does not tell versions. */
export function toEtagAfterWriteBack(
  last: SheetVersion | undefined,
  { digest, rows, writtenMs }: WrittenBack,
): string | undefined {
  const known = parseKnown(last)
  if (!known) return undefined
  const { writeBack: _, ...rest } = known
  const writeBack = digest === undefined ? undefined : { digest, readMs: known.readMs, rows }
  return JSON.stringify({
    ...rest,
    ...(writtenMs !== undefined && { writtenMs }),
    ...(writeBack && { writeBack }),
  } satisfies Known)
}
