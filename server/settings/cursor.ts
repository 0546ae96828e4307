import { AppError } from '../http/problem.ts'

/** Where a page of a log ended: a moment and the number of the last row given. */
export interface LogPlace {
  at: string
  seq: number
}

/** Later than every row. */
export const NEWEST: LogPlace = { at: '~', seq: Number.MAX_SAFE_INTEGER }

/** Text of a cursor: of which list, and where its next page begins. */
export const cursorText = (list: string, { at, seq }: LogPlace): string => Buffer.from(`${list} ${at} ${seq}`).toString('base64url')

const FORMAT = /^(\w+) (\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z) (\d{1,15})$/

/**
 * Reads a cursor that the list gave; without one the list begins at its newest row.
 * @throws AppError invalid_query
 */
export function readCursor(list: string, text: string | undefined): LogPlace {
  if (text === undefined) return NEWEST
  const match = FORMAT.exec(Buffer.from(text, 'base64url').toString())
  if (match?.[1] === list && match[2] && match[3]) return { at: match[2], seq: Number(match[3]) }
  const detail = 'must be a next_cursor that this list gave'
  throw new AppError('invalid_query', `The query parameter "cursor" ${detail}.`, { faults: [{ parameter: 'cursor', code: 'invalid_value', detail }] })
}
