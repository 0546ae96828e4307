import type { FieldChanges } from '../../db/events.ts'
import { jsonAnswer } from '../../answer.ts'
import type { WriteResult } from '../../http/route.ts'
import { etagOf } from './record.ts'

interface StoredRecord {
  id: string
  updated_at: string
}

/** Creates the result of a creation. @param json its text @param list path prefix, such as `/api/v1/gear` */
export const toCreatedResult = (record: StoredRecord, json: string, list: string): WriteResult => ({
  answer: jsonAnswer(201, `{"data":${json}}`, { etag: etagOf(record), location: `${list}/${record.id}` }),
  objectId: record.id,
  versionAfter: record.updated_at,
})

export const toUpdatedResult = (
  stored: StoredRecord,
  next: StoredRecord,
  json: string,
  changes: FieldChanges,
): WriteResult => ({
  answer: jsonAnswer(200, `{"data":${json}}`, { etag: etagOf(next) }),
  changed: Object.keys(changes),
  versionBefore: stored.updated_at,
  versionAfter: next.updated_at,
})

export const toUnchangedResult = (stored: StoredRecord, json: string): WriteResult =>
  toUpdatedResult(stored, stored, json, {})

export const toDeletedResult = (record: StoredRecord, more: object = {}): WriteResult => ({
  answer: jsonAnswer(200, JSON.stringify({ data: { id: record.id, deleted: true, ...more } })),
  versionBefore: record.updated_at,
})
