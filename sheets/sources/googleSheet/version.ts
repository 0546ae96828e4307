import { z } from 'zod'
import { DAY_MS } from '../../../contract/policies.ts'
import type { SheetVersion } from '../source.ts'

/** Drive learns of an edit up to minutes late, so a new version is read a second time after this. */
const SECOND_LOOK_MS = 4 * 60_000
/** Drive never learns of changes by IMPORTRANGE, so the cells are read at least daily. */
const MAX_AGE_MS = DAY_MS

/** Known facts about a sheet that was read. They are stored as the version's `etag`. */
const Known = z.object({
  version: z.string(),
  sheetName: z.string().nullable(),
  /** Earlier versions did not store it. */
  range: z.string().nullable().default(null),
  /** Time when this version was first seen, before the cells were read. */
  firstSeenMs: z.number(),
  /** Time of the last read of the cells. */
  readMs: z.number(),
  /** Time of Kitroom's last write into the sheet. */
  writtenMs: z.number().optional(),
  /** Digest of the last complete write-back, and the `readMs` at that time. */
  writeBack: z.object({ digest: z.string(), readMs: z.number(), rows: z.number() }).optional(),
})
type Known = z.output<typeof Known>

export interface Seen {
  /** Drive's version, requested before the cells. */
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

/** True if the cells need not be read: Drive's version is the same, and its second read is done or not due yet. */
export function isUnchanged(last: SheetVersion, seen: Seen): boolean {
  const known = readKnown(last, seen)
  if (!known || seen.nowMs - known.readMs >= MAX_AGE_MS) return false
  const hadSecondLook = known.readMs - known.firstSeenMs >= SECOND_LOOK_MS
  return hadSecondLook || seen.nowMs - known.firstSeenMs < SECOND_LOOK_MS
}

/**
 * Creates the version to store with cells that were just read; undefined if Drive does not return one.
 * @param isSame the sheet equals the last one: a new version then comes from Kitroom's own write and is as old as it
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
    writtenMs: same?.writtenMs,
  }
  return { locationSha256, urlSha256: locationSha256, etag: JSON.stringify(known), lastModified: null }
}

/**
 * Returns the rows of the last write-back, if it wrote the same messages and the cells were not read since.
 * @param digest of the messages
 */
export function findSameWriteBack(last: SheetVersion | undefined, digest: string): number | undefined {
  const known = parseKnown(last)
  return known?.writeBack?.digest === digest && known.writeBack.readMs === known.readMs
    ? known.writeBack.rows
    : undefined
}

interface WrittenBack {
  /** Undefined if something was left out, so that the next sync writes again. */
  digest: string | undefined
  rows: number
  /** Time when cells were changed; undefined if none was. */
  writtenMs: number | undefined
}

/** Creates the `etag` of a sheet after a write-back. @returns undefined if Drive does not return versions */
export function toEtagAfterWriteBack(
  last: SheetVersion | undefined,
  { digest, rows, writtenMs }: WrittenBack,
): string | undefined {
  const known = parseKnown(last)
  if (!known) return undefined
  const { writeBack: _, ...rest } = known
  const writeBack = digest === undefined ? undefined : { digest, readMs: known.readMs, rows }
  return JSON.stringify({ ...rest, writtenMs: writtenMs ?? rest.writtenMs, writeBack } satisfies Known)
}
