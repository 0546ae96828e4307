import type { z } from 'zod'
import { say, type Said } from '../../contract/sentences/say.ts'
import { droppedSource } from './dropped/dropped.ts'
import { fileSource, PATH_REQUIRED } from './file/file.ts'
import { googleSheetSource } from './googleSheet/googleSheet.ts'
import type { FetchedSheet, SourceDeps, SourceKind, WriteBackResult } from './source.ts'
import { urlSource } from './url/url.ts'
import type { RowMessages } from './writeBack.ts'

const kinds = { file: fileSource, url: urlSource, google_sheet: googleSheetSource, dropped: droppedSource }

/** Settings of an entry of `sources` that give its sheet's location, one per kind. */
export const locations = {
  file: fileSource.settings.optional(),
  url: urlSource.settings.optional(),
  google_sheet: googleSheetSource.settings.optional(),
  dropped: droppedSource.settings.optional(),
}
type Location = z.output<z.ZodObject<typeof locations>>

type Kind = keyof typeof kinds
const isKind = (key: string): key is Kind => Object.hasOwn(kinds, key)

const keysOf = (source: object): string[] => Object.keys(locations).filter((key) => Object.hasOwn(source, key))

interface LocationFault {
  path: string
  fault: Said
}

/** Finds faults in an entry of `sources`: none or several sheets, or one that has no ranges or cannot be written to. */
export function findLocationFaults(source: {
  write_back?: unknown
  range?: unknown
  on?: unknown
  schedule?: unknown
}): LocationFault[] {
  const [first, second] = keysOf(source).filter(isKind)
  if (first === undefined) return [{ path: 'file', fault: PATH_REQUIRED }]
  if (second !== undefined) return [{ path: second, fault: say('setting_two_locations', { other: first }) }]
  const faults: LocationFault[] = []
  if (source.write_back === true && !kinds[first].writeBack)
    faults.push({ path: 'write_back', fault: say('setting_write_back_of', { kind: first }) })
  if (source.range !== undefined && kinds[first].hasRanges !== true)
    faults.push({ path: 'range', fault: say('setting_range_of', { kind: first }) })
  if (source.on !== undefined && first !== 'file')
    faults.push({ path: 'on', fault: say('setting_on_of', { kind: first }) })
  if (source.schedule !== undefined && kinds[first].isSent === true)
    faults.push({ path: 'schedule', fault: say('setting_schedule_of', { kind: first }) })
  return faults
}

interface FoundKind {
  name: Kind
  kind: SourceKind<z.ZodType>
  settings: unknown
}

function findKind(source: Location): FoundKind {
  const name = keysOf(source).find(isKind)
  if (name === undefined) throw new Error('a source without a location was not refused with its settings')
  return { name, kind: kinds[name], settings: source[name] }
}

/** Describes the kind of a source and the location of its sheet, for people. */
export function describeLocation(source: Location): { kind: Kind; location: string } {
  const { name, kind, settings } = findKind(source)
  return { kind: name, location: kind.locationOf(settings) }
}

/** True if people send each sheet of the source: it has no sheet of its own. */
export const isSent = (source: Location): boolean => findKind(source).kind.isSent === true

/** True if the location may contain secrets. A stored run lacks them. */
export const mayHoldSecrets = (source: Location): boolean => findKind(source).kind.omitSecrets !== undefined

/** Returns the source without secrets, as a run stores it. */
export function omitSecrets<S extends Location>(source: S): S {
  const { name, kind, settings } = findKind(source)
  return kind.omitSecrets ? { ...source, [name]: kind.omitSecrets(settings) } : source
}

/** True if both have the same location, apart from secrets. */
export function hasSameLocation(a: Location, b: Location): boolean {
  const [one, other] = [findKind(omitSecrets(a)), findKind(omitSecrets(b))]
  return one.name === other.name && JSON.stringify(one.settings) === JSON.stringify(other.settings)
}

/** Computes the SHA-256 of the location. @returns undefined for kinds that remember no download */
export function hashLocation(source: Location): string | undefined {
  const { kind, settings } = findKind(source)
  return kind.hashLocation?.(settings)
}

type WantedPart = Location & { sheet?: string | undefined; range?: string | undefined }

/** True if both sources would write messages beside the same rows. */
export function mayWriteBesideSameRows(
  a: WantedPart & { write_back?: unknown },
  b: WantedPart & { write_back?: unknown },
): boolean {
  const [one, other] = [findKind(a), findKind(b)]
  if (a.write_back !== true || b.write_back !== true || one.name !== other.name) return false
  const toPart = ({ sheet, range }: WantedPart, { settings }: FoundKind) => ({ settings, sheet, range })
  return one.kind.mayShareRows?.(toPart(a, one), toPart(b, other)) ?? false
}

/**
 * Fetches a source's sheet.
 * @throws SheetRefused when a person has to act; SourceUnavailable when a later attempt may succeed
 */
export function fetchSheet(source: WantedPart, deps: SourceDeps): Promise<FetchedSheet> {
  const { kind, settings } = findKind(source)
  return kind.fetch(settings, { ...deps, sheetName: source.sheet, range: source.range })
}

/** Writes messages beside the rows of a source's sheet. @throws SheetRefused, SourceUnavailable */
export function writeBack(source: WantedPart, messages: RowMessages, deps: SourceDeps): Promise<WriteBackResult> {
  const { name, kind, settings } = findKind(source)
  if (!kind.writeBack) throw new Error(`a source with ${name}: cannot be written to`)
  return kind.writeBack(settings, messages, { ...deps, sheetName: source.sheet, range: source.range })
}
