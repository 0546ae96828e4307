import type { z } from 'zod'
import type { SheetsClients } from '../../platform/google/connect.ts'
import type { GoogleAccess } from '../../platform/google/scopes.ts'
import type { Clock } from '../../platform/clock.ts'
import type { AllowList } from '../../platform/outbound/allowList.ts'
import type { RowMessages, WriteBackNote } from './writeBack.ts'

/** What a server said about the version of a sheet that it sent (RFC 9110 section 8.8). Addresses are hashed, because they may be secret. */
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
  /** The sheet, or undefined when it is not stored any more. */
  readBytes: () => Promise<Uint8Array | undefined>
}

/** A place in the quota for some requests. */
export interface QuotaPermit {
  /** Called just before each request. @throws GoogleUnavailable when the reservation has expired and there is no room */
  take(): Promise<void>
  /** Gives back what is not used, so that an attempt that ends early delays neither the next one nor others. */
  release(): Promise<void>
}

/** How Google is reached, and with whose rights. */
export interface GoogleHost {
  clock: Clock
  /** Clients of the account that reads sheets. @param access default: read @throws GoogleRefused without an account */
  connect(access?: GoogleAccess): Promise<SheetsClients>
  /** Reserves reads of the Sheets API within the quota of an account, shared by all workers. @throws GoogleUnavailable when there is no room now */
  reserveReads(accountId: string, count: number): Promise<QuotaPermit>
  /** The same for writes, which have a quota of their own. */
  reserveWrites(accountId: string, count: number): Promise<QuotaPermit>
}

/** What a worker provides for all sources. */
export interface SourceHost {
  /** Folder of kitroom.yaml, the base of relative paths. */
  configDir: string
  /** Addresses that may be reached besides https on the public internet. */
  allow: AllowList
  /** Value of an environment variable. */
  readSecret: (name: string) => string | undefined
  google: GoogleHost
}

export interface SourceDeps extends SourceHost {
  /** The source's last download from this location. */
  lastDownload: (locationSha256: string) => Promise<LastDownload | undefined>
  /** `sheet:` of the source: the only one to read of a spreadsheet. */
  sheetName?: string | undefined
  /** `range:` of the source: the only cells to read. */
  range?: string | undefined
  signal?: AbortSignal
  /** Time limits of the whole fetch and of silence. Each kind has its own defaults. */
  timeoutMs?: number
  idleTimeoutMs?: number
}

/** What a write-back did. */
export interface WriteBackResult {
  /** Rows that have their message now. */
  rows: number
  /** What was left out, and why. */
  notes: WriteBackNote[]
  /** Replaces the stored version's `etag`. */
  etag?: string
}

/** The sheet cannot be fetched now; the activity is retried. The message is for people and contains no secret. */
export class SourceUnavailable extends Error {
  override name = 'SourceUnavailable'
  readonly code = 'source_unavailable'
  /** Delay that the server asks for. */
  readonly retryAfterMs: number | undefined
  /** @param options `cause`: GoogleUnavailable of a kind that reads from Google, which decides on the delay */
  constructor(message: string, retryAfterMs?: number, options?: ErrorOptions) {
    super(message, options)
    this.retryAfterMs = retryAfterMs
  }
}

/** A source's location, and the part of the sheet there that it wants. */
export interface SourcePart<Settings> {
  settings: Settings
  sheet: string | undefined
  range: string | undefined
}

/**
 * A kind of source: where a sheet is and how it is fetched. Each has its own folder. Fetching is an activity, for a file on its host and else on any
 * worker, and is repeated after a crash.
 */
export interface SourceKind<Schema extends z.ZodType> {
  /** Value of the kind's key in an entry of `sources` of kitroom.yaml. */
  readonly settings: Schema
  /** Where the sheet is, for people, without secrets. A run shows it until the sheet is fetched and has a name. */
  locationOf(settings: z.output<Schema>): string
  /** Settings without secrets, to store with a run. With it, a run reads the settings again before it fetches. */
  omitSecrets?(settings: z.output<Schema>): z.output<Schema>
  /** SHA-256 of the location, for kinds that give a `version`. */
  hashLocation?(settings: z.output<Schema>): string
  /**
   * Fetches the whole sheet, at most `MAX_SHEET_BYTES`, within four minutes.
   * @throws SheetRefused when a person has to act; SourceUnavailable when a later attempt may succeed
   */
  fetch(settings: z.output<Schema>, deps: SourceDeps): Promise<FetchedSheet>
  /**
   * Writes what a sync says about each row into columns of Kitroom's own, beside the rows. Kinds with it accept `write_back: true`. Repeated after a
   * crash, and without effect when everything is written already.
   * @throws SheetRefused when a person has to act; SourceUnavailable when a later attempt may succeed
   */
  writeBack?(settings: z.output<Schema>, messages: RowMessages, deps: SourceDeps): Promise<WriteBackResult>
  /** True if a source may have a `range`, outside of which `fetch` reads nothing. */
  readonly hasRanges?: boolean
  /** True if two sources with `write_back` and a `range` may write beside the same rows, which is refused. */
  mayShareRows?(a: SourcePart<z.output<Schema>>, b: SourcePart<z.output<Schema>>): boolean
}

/** Retains the literal types of a kind's settings. */
export const defineSource = <Schema extends z.ZodType>(kind: SourceKind<Schema>): SourceKind<Schema> => kind
