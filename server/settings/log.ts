import { hash } from 'node:crypto'
import { jsonAnswer, notModified, type Answer } from '../answer.ts'
import { isNotModified } from '../../platform/http/entityTags.ts'
import type { ReadContext } from '../http/route.ts'
import { cursorText, type LogPlace } from './cursor.ts'

/**
 * Answers a page of a log.
 * @param list its name in cursors
 * @param found rows as JSON text with their places; one more than `limit` when there are more
 */
export function logAnswer(context: ReadContext, list: string, limit: number, found: readonly (LogPlace & { json: string })[]): Answer {
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const cursor = found.length > limit && last ? cursorText(list, last) : null
  const text = `{"data":[${rows.map((row) => row.json).join(',')}],"pagination":${JSON.stringify({ limit, next_cursor: cursor })}}`
  const etag = `"${hash('sha256', text, 'hex').slice(0, 32)}"`
  return context.ifNoneMatch && isNotModified(context.ifNoneMatch, etag) ? notModified(etag) : jsonAnswer(200, text, { etag })
}
