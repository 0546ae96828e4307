import { AppError } from '../errors.ts'

/** Where a page of a log ended: a moment and the number of the last row given. */
export interface LogPlace {
  at: string
  seq: number
}

/** Later than every row. */
export const NEWEST: LogPlace = { at: '~', seq: Number.MAX_SAFE_INTEGER }

/** Text of a cursor: of which list, and where its next page begins. */
export const cursorTo = (list: string, place: string): string => Buffer.from(`${list} ${place}`).toString('base64url')

/** Where a cursor leads, if the list gave it; the place must look as its places do. */
export function placeOf(list: string, text: string, shape: RegExp): string | undefined {
  const decoded = Buffer.from(text, 'base64url').toString()
  const place = decoded.slice(list.length + 1)
  return decoded.startsWith(`${list} `) && shape.test(place) ? place : undefined
}

/** Refuses a cursor that the list did not give. */
export function foreignCursor(): AppError {
  const detail = 'must be a next_cursor that this list gave'
  return new AppError('invalid_query', `The query parameter "cursor" ${detail}.`, {
    faults: [{ parameter: 'cursor', code: 'invalid_value', detail }],
  })
}

/** Text of a log's cursor. */
export const cursorText = (list: string, { at, seq }: LogPlace): string => cursorTo(list, `${at} ${seq}`)

const LOG_PLACE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z \d{1,15}$/

/**
 * Reads a cursor that the list gave; without one the list begins at its newest row.
 * @throws AppError invalid_query
 */
export function readCursor(list: string, text: string | undefined): LogPlace {
  if (text === undefined) return NEWEST
  const [at, seq] = placeOf(list, text, LOG_PLACE)?.split(' ') ?? []
  if (at === undefined || seq === undefined) throw foreignCursor()
  return { at, seq: Number(seq) }
}
