import { hashTag } from '../../platform/http/conditional.ts'
import { versionAnswer, type Answer } from '../answer.ts'
import type { ReadContext } from '../http/route.ts'
import { encodeLogCursor, type LogPosition } from './cursor.ts'

/**
 * Answers one page of a log. @param list name of the list in cursors @param found rows as JSON text; one more than
 * `limit` if there is a next page
 */
export function answerLogPage(
  context: ReadContext,
  list: string,
  limit: number,
  found: readonly (LogPosition & { json: string })[],
): Answer {
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const cursor = found.length > limit && last ? encodeLogCursor(list, last) : null
  const text = `{"data":[${rows.map((row) => row.json).join(',')}],"pagination":${JSON.stringify({ limit, next_cursor: cursor })}}`
  return versionAnswer(context.ifNoneMatch, hashTag(text), text)
}
