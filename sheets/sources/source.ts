import type { Said } from '../../contract/sentences/say.ts'
import type { z } from 'zod'
import type { SheetsClients } from '../../platform/google/connect.ts'
import type { GoogleAccess } from '../../platform/google/scopes.ts'
import type { Clock } from '../../platform/clock.ts'
import type { AllowList } from '../../platform/outbound/allowList.ts'
import type { RowMessages, WriteBackNote } from './writeBack.ts'

/** Validators of a sent sheet (RFC 9110 section 8.8). Addresses are hashed, because they may be secret. */
export interface SheetVersion {
  /** SHA-256 of the source's location in kitroom.yaml, hex. */
  locationSha256: string
  /** SHA-256 of the URL that gave the validators, after redirects, hex. */
  urlSha256: string
  etag: string | null
  lastModified: string | null
}

/** A fetched sheet. Its SHA-256 is computed when the bytes are stored. */
export interface FetchedSheet {
  /** File name shown with the plan. Its extension gives the format of the bytes: `.xlsx`, `.csv` or `.tsv`. */
  name: string
  bytes: Uint8Array
  /** Stored with the sheet, for the next fetch. */
  version?: SheetVersion
}

export interface LastDownload extends SheetVersion {
  name: string
  /** Reads the sheet. @returns undefined if it is not stored any more */
  readBytes: () => Promise<Uint8Array | undefined>
}

/** Reserved quota for some requests. */
export interface QuotaPermit {
  /**
   * Uses one request of the reservation; called just before each.
   * @throws GoogleUnavailable when the reservation has expired and there is no room
   */
  take(): Promise<void>
  /** Returns unused quota, so that an attempt that ends early delays no other one. */
  release(): Promise<void>
}

/** Access to Google for a source. */
export interface GoogleHost {
  clock: Clock
  /**
   * Creates clients of the account that reads sheets.
   * @param access default: read
   * @throws GoogleRefused without an account
   */
  connect(access?: GoogleAccess): Promise<SheetsClients>
  /**
   * Reserves reads of the Sheets API within the quota of an account, shared by all workers.
   * @throws GoogleUnavailable when there is no room now
   */
  reserveReads(accountId: string, count: number): Promise<QuotaPermit>
  /** Reserves writes, which have a separate quota. */
  reserveWrites(accountId: string, count: number): Promise<QuotaPermit>
}

/** Services that a worker provides for all sources. */
export interface SourceHost {
  /** Folder of kitroom.yaml, the base of relative paths. */
  configDir: string
  /** Allowed addresses besides https on the public internet. */
  allow: AllowList
  /** Reads an environment variable. */
  readSecret: (name: string) => string | undefined
  google: GoogleHost
}

export interface SourceDeps extends SourceHost {
  /** Loads the source's last download from this location. */
  lastDownload: (locationSha256: string) => Promise<LastDownload | undefined>
  /** `sheet:` of the source: the only sheet to read in a spreadsheet. */
  sheetName?: string | undefined
  /** `range:` of the source: the only cells to read. */
  range?: string | undefined
  /** True if a person asked for the sheet: it is sent even if it seems to be unchanged. Default: a schedule did. */
  isRequested?: boolean
  signal?: AbortSignal
  /** Time limits of the whole fetch and of silence. Each kind has its own defaults. */
  timeoutMs?: number
  idleTimeoutMs?: number
}

/** Result of a write-back. */
export interface WriteBackResult {
  /** Number of rows that have their message now. */
  rows: number
  /** Reports of what was left out, with reasons. */
  notes: WriteBackNote[]
  /** Replaces the stored version's `etag`. */
  etag?: string
}

/** The sheet cannot be fetched now; the activity is retried. The message is for people and contains no secret. */
export class SourceUnavailable extends Error {
  override name = 'SourceUnavailable'
  readonly code = 'source_unavailable'
  readonly said: Said
  /** Delay that the server requests. */
  readonly retryAfterMs: number | undefined
  /** @param options `cause`: a GoogleUnavailable, which then decides on the delay */
  constructor(said: Said, retryAfterMs?: number, options?: ErrorOptions) {
    super(said.message, options)
    this.said = said
    this.retryAfterMs = retryAfterMs
  }
}

/** A source's location, and the part of the sheet there that it reads. */
export interface SourcePart<Settings> {
  settings: Settings
  sheet: string | undefined
  range: string | undefined
}

/**
 * A kind of source: the location of its sheets and how to fetch them. Each kind has a folder. An activity fetches: a
 * file on its host, any other sheet on any worker. It is repeated after a crash.
 */
export interface SourceKind<Schema extends z.ZodType> {
  /** Value of the kind's key in an entry of `sources` of kitroom.yaml. */
  readonly settings: Schema
  /** Describes the location for people, without secrets. A run shows it until the sheet is fetched and has a name. */
  locationOf(settings: z.output<Schema>): string
  /**
   * Returns the settings without secrets, as a run stores them. A run of such a kind reads kitroom.yaml again before it
   * fetches.
   */
  omitSecrets?(settings: z.output<Schema>): z.output<Schema>
  /** Computes the SHA-256 of the location, for kinds that give a `version`. */
  hashLocation?(settings: z.output<Schema>): string
  /**
   * Fetches the whole sheet, at most `MAX_SHEET_BYTES`, within the five minutes of an activity.
   * @throws SheetRefused when a person has to act; SourceUnavailable when a later attempt may succeed
   */
  fetch(settings: z.output<Schema>, deps: SourceDeps): Promise<FetchedSheet>
  /**
   * Writes the result of a sync for each row into Kitroom's own columns, beside the rows. Kinds that have this function
   * accept `write_back: true`. It is repeated after a crash, and does nothing if all is written.
   * @throws SheetRefused when a person has to act; SourceUnavailable when a later attempt may succeed
   */
  writeBack?(settings: z.output<Schema>, messages: RowMessages, deps: SourceDeps): Promise<WriteBackResult>
  /** True if people send each sheet, so that no schedule and no worker can fetch one. */
  readonly isSent?: boolean
  /** True if a source may have a `range`. `fetch` reads nothing outside it. */
  readonly hasRanges?: boolean
  /** True if two sources with `write_back` and a `range` may write beside the same rows. Such settings are refused. */
  mayShareRows?(a: SourcePart<z.output<Schema>>, b: SourcePart<z.output<Schema>>): boolean
}

/** Retains the literal types of a kind's settings. */
export const defineSource = <Schema extends z.ZodType>(kind: SourceKind<Schema>): SourceKind<Schema> => kind
