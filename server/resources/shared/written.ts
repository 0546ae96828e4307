import type { Changes } from '../../db/events.ts'
import { jsonAnswer } from '../../answer.ts'
import type { WriteResult } from '../../http/route.ts'
import { etagOf } from './record.ts'

interface Kept {
  id: string
  updated_at: string
}

/** What comes of creating a record. @param json its text @param list the path that its own path begins with, such as `/api/v1/gear` */
export const created = (record: Kept, json: string, list: string): WriteResult => ({
  answer: jsonAnswer(201, `{"data":${json}}`, { etag: etagOf(record), location: `${list}/${record.id}` }),
  objectId: record.id,
  versionAfter: record.updated_at,
})

/** What comes of a patch. @param json the text of `next` */
export const updated = (stored: Kept, next: Kept, json: string, changes: Changes): WriteResult => ({
  answer: jsonAnswer(200, `{"data":${json}}`, { etag: etagOf(next) }),
  changed: Object.keys(changes),
  versionBefore: stored.updated_at,
  versionAfter: next.updated_at,
})

/** What comes of a patch that changes nothing: the record as it was. */
export const unchanged = (stored: Kept, json: string): WriteResult => updated(stored, stored, json, {})

/** What comes of deleting a record. @param more what else the answer tells */
export const deleted = (record: Kept, more: object = {}): WriteResult => ({
  answer: jsonAnswer(200, JSON.stringify({ data: { id: record.id, deleted: true, ...more } })),
  versionBefore: record.updated_at,
})
