import type { AuditQuery } from '../../api/ownerQueries.ts'
import type { Format } from '../../base/createFormat.ts'
import { toTypedText, toTypedValue } from '../../base/typed.ts'
import { toMinuteEnd, toMoment } from '../../base/zonedTime.ts'

const NAMES = ['from', 'to', 'key_id', 'method', 'status', 'object_id', 'request_id'] as const
export type AuditFilter = (typeof NAMES)[number]

/**
 * Filters of the audit in the page's address. `from` and `to` are local times of the studio, such as 2026-03-28T09:15.
 */
export type AuditFilters = { [K in AuditFilter]?: string } & {
  /** True to show what pages of the console read. */
  reads?: true
}
export type AuditSearch = AuditFilters & { verify?: true }

/** The router parses numbers in an address, but a status is text. */
export const readAuditSearch = (search: Record<string, unknown>): AuditSearch => ({
  ...Object.fromEntries(
    NAMES.filter((name) => search[name] !== undefined && search[name] !== '').map((name) => [
      name,
      String(search[name]),
    ]),
  ),
  ...(search['reads'] === true && { reads: true as const }),
  ...(search['verify'] === true && { verify: true as const }),
})

export const filtersOf = ({ verify: _verify, ...filters }: AuditSearch): AuditFilters => filters

/** Converts filters to a query. The API refuses unknown values with a message. */
export const toAuditQuery = ({ from, to, reads, ...others }: AuditFilters, timeZone: string): AuditQuery => ({
  ...others,
  console_reads: reads === true ? 'include' : 'exclude',
  ...(from !== undefined && { from: toMoment(from, timeZone) }),
  ...(to !== undefined && { to: toMinuteEnd(to, timeZone) }),
})

const TIMES: ReadonlySet<string> = new Set(['from', 'to'] satisfies AuditFilter[])

const mapTexts = ({ reads, ...texts }: AuditFilters, toText: (name: string, text: string) => string): AuditFilters => ({
  ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, toText(name, text)])),
  ...(reads && { reads }),
})

/** Returns the filters as texts of a form, with times as pages print them. */
export const toFormTexts = (filters: AuditFilters, format: Format): AuditFilters =>
  mapTexts(filters, (name, text) => (TIMES.has(name) ? toTypedText(text, format) : text))

/** Reads the texts of a form. A time that is refused stays as typed, so that the API refuses it too. */
export const fromFormTexts = (texts: AuditFilters, format: Format): AuditFilters =>
  mapTexts(texts, (name, text) =>
    TIMES.has(name) ? String(toTypedValue('localTime', text, format) ?? '') : text.trim(),
  )
