import { describeFault } from '../../contract/faultReasons.ts'
import { createQueryError } from '../http/query.ts'
import { type AppError } from '../errors.ts'

export interface LogPosition {
  at: string
  seq: number
}

export const NEWEST_POSITION: LogPosition = { at: '~', seq: Number.MAX_SAFE_INTEGER }

export const encodeCursor = (list: string, position: string): string =>
  Buffer.from(`${list} ${position}`).toString('base64url')

/** Decodes the position in a cursor; `undefined` if another list issued it or its form is wrong. */
export function decodeCursor(list: string, text: string, shape: RegExp): string | undefined {
  const decoded = Buffer.from(text, 'base64url').toString()
  const position = decoded.slice(list.length + 1)
  return decoded.startsWith(`${list} `) && shape.test(position) ? position : undefined
}

export function createCursorError(): AppError {
  return createQueryError([{ parameter: 'cursor', ...describeFault('no_list_cursor', {}) }])
}

export const encodeLogCursor = (list: string, { at, seq }: LogPosition): string => encodeCursor(list, `${at} ${seq}`)

const LOG_POSITION = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z \d{1,15}$/

/** Decodes a cursor of this list; without one, the newest position. @throws AppError invalid_query */
export function decodeLogCursor(list: string, text: string | undefined): LogPosition {
  if (text === undefined) return NEWEST_POSITION
  const [at, seq] = decodeCursor(list, text, LOG_POSITION)?.split(' ') ?? []
  if (at === undefined || seq === undefined) throw createCursorError()
  return { at, seq: Number(seq) }
}
