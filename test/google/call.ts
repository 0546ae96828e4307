import type { NewCalendar, StoredCalendar } from './calendar/storedCalendar.ts'
import type { StoredSpreadsheet } from './sheets/storedSpreadsheet.ts'

/** What the token of a call opens. */
export interface Caller {
  /** E-mail address. */
  account: string
  /** Id of the OAuth client; undefined for a service account. */
  client: string | undefined
  spreadsheets: ReadonlyMap<string, StoredSpreadsheet>
  calendars: ReadonlyMap<string, StoredCalendar>
  addCalendar: (calendar: NewCalendar) => StoredCalendar
}

/** An API call that passed authentication and whose parameters and body have the forms of the discovery document. */
export interface ApiCall extends Caller {
  /** Parameters of the path. */
  params: Record<string, string>
  query: URLSearchParams
  body: unknown
  /** The header `If-Match`. */
  ifMatch: string | undefined
}

/**
 * Executes a method.
 * @returns the whole response body, before the field mask; undefined for 204.
 * @throws GoogleError
 */
export type Handler = (call: ApiCall) => object | undefined
