import { FIRST_MOMENT, type AuditFilters } from './filters.ts'

/** A row's place in the list: by moment, then by number. */
export interface Place {
  at: string
  seq: number
}

/** Which part of the list is asked for: the newest `limit` rows that are older than a place. */
export interface Part {
  before: Place
  limit: number
}

export type Stretch = { account: string; from: string; to: string; at: string; seq: number; limit: number }

/** The arguments that every search takes: rows older than a place and within the moments of the filters, newest first. */
export const stretchOf = (account: string, { from = FIRST_MOMENT, to }: AuditFilters, { before, limit }: Part): Stretch => ({
  account,
  from,
  // Until here the rest of the index is passed over, so that a later place costs no more than the first.
  to: to === undefined || to > before.at ? before.at : to,
  at: before.at,
  seq: before.seq,
  limit,
})
