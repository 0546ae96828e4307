import type { StoredSpreadsheet } from './sheets/storedSpreadsheet.ts'

/** An API call that passed authentication and whose parameters and body have the forms of the discovery document. */
export interface ApiCall {
  spreadsheets: ReadonlyMap<string, StoredSpreadsheet>
  /** Parameters of the path. */
  params: Record<string, string>
  query: URLSearchParams
  body: unknown
  /** E-mail address of the caller. */
  account: string
}

/** Executes a method. @returns the whole response body, before the field mask. @throws GoogleError */
export type Handler = (call: ApiCall) => object
