import type { z } from 'zod'

/** A fetched sheet. Its SHA-256 is computed when the bytes are stored. */
export interface FetchedSheet {
  /** File name shown with the plan. Its extension gives the format of the bytes: `.xlsx`, `.csv` or `.tsv`. */
  name: string
  bytes: Uint8Array
}

export interface SourceDeps {
  /** Folder of kitroom.yaml, the base of relative paths. */
  configDir: string
}

/**
 * A kind of source: where a sheet is and how it is fetched. Each has its own folder. Fetching is an activity on the host that has kitroom.yaml, and
 * is repeated after a crash.
 */
export interface SourceKind<Schema extends z.ZodType> {
  /** Value of the kind's key in an entry of `sources` of kitroom.yaml. */
  readonly settings: Schema
  /** Where the sheet is, for people. A run shows it until the sheet is fetched and has a name. */
  locationOf(settings: z.output<Schema>): string
  /**
   * Fetches the whole sheet, at most `MAX_SHEET_BYTES`, within four minutes.
   * @throws SheetRefused when a person has to act; other errors are retried
   */
  fetch(settings: z.output<Schema>, deps: SourceDeps): Promise<FetchedSheet>
}

/** Retains the literal types of a kind's settings. */
export const defineSource = <Schema extends z.ZodType>(kind: SourceKind<Schema>): SourceKind<Schema> => kind
