import type { AuditQuery } from '../../api/ownerQueries.ts'
import { toMinuteEnd, toMoment } from '../../base/zonedTime.ts'

const NAMES = ['from', 'to', 'key_id', 'method', 'status', 'object_id', 'request_id'] as const
export type AuditFilter = (typeof NAMES)[number]

/** Filters of the audit in the page's address. `from` and `to` are local times of the studio, such as 2026-03-28T09:15. */
export type AuditFilters = { [K in AuditFilter]?: string }
export type AuditSearch = AuditFilters & { verify?: true }

/** The router parses numbers in an address, but a status is text. */
export const readAuditSearch = (search: Record<string, unknown>): AuditSearch => ({
  ...Object.fromEntries(
    NAMES.filter((name) => search[name] !== undefined && search[name] !== '').map((name) => [
      name,
      String(search[name]),
    ]),
  ),
  ...(search['verify'] === true && { verify: true as const }),
})

export const filtersOf = ({ verify: _verify, ...filters }: AuditSearch): AuditFilters => filters

/** Converts filters to a query. The API refuses unknown values with a message. */
export const toAuditQuery = ({ from, to, ...others }: AuditFilters, timeZone: string): AuditQuery => ({
  ...others,
  ...(from !== undefined && { from: toMoment(from, timeZone) }),
  ...(to !== undefined && { to: toMinuteEnd(to, timeZone) }),
})
