import type { RecordName } from '../../../contract/reasonValues.ts'
import type { Operation } from '../../../contract/operation.ts'
import type { Lookup } from '../../../platform/sql/lookup.ts'
import type { Tx } from '../../../platform/sql/types.ts'
import type { VersionedResource } from '../../db/accountState.ts'
import type { RecordTable } from '../../db/recordMigration.ts'
import { upgradeRow } from '../../db/recordSchema.ts'
import { jsonAnswer, notModifiedAnswer, type Answer } from '../../answer.ts'
import { isNotModified } from '../../../platform/http/conditional.ts'
import { createError, type AppError } from '../../errors.ts'
import { readQuery } from '../../http/query.ts'
import type { ReadContext, WriteContext } from '../../http/route.ts'

// `updated_at` is the last field of every record, so a cached read need not parse the text.
const LAST_FIELD = /^"updated_at":("[^"]+")\}$/
const LAST_FIELD_LENGTH = '"updated_at":"2026-03-28T09:15:00.000Z"}'.length

/**
 * Returns the ETag of a stored record: its `updated_at` in quotes.
 * @throws Error if the text does not end with that field
 */
function etagOfText(recordJson: string): string {
  const etag = LAST_FIELD.exec(recordJson.slice(-LAST_FIELD_LENGTH))?.[1]
  if (etag === undefined) throw new Error('a stored record does not end with updated_at')
  return etag
}

export const etagOf = (record: { updated_at: string }): string => `"${record.updated_at}"`

/**
 * Creates the error for an unknown or malformed id. Other accounts' ids get the same.
 * @param record kind of the record
 */
export const createNotFoundError = (record: RecordName): AppError => createError('no_record', { record })

type Row = { record: string }

/** Loads the row of a write. @throws AppError not_found */
export async function loadRow<Found extends Row>(
  { write, id }: WriteContext,
  recordName: RecordName,
  find: (tx: Tx, account: string, id: string) => Promise<Found | undefined>,
): Promise<Found> {
  const row = await find(write.tx, write.account, id)
  if (!row) throw createNotFoundError(recordName)
  return row
}

/** Lookup and name of records of one kind. */
export interface RecordKind {
  /** Name of the record, such as "gear item". */
  recordName: RecordName
  resource: VersionedResource
  table: RecordTable
  byId: Lookup<Row>
}

async function readRecord(
  { app, actor: { account }, id }: ReadContext,
  { recordName, table, byId }: RecordKind,
  version: string | undefined,
): Promise<string> {
  const row = upgradeRow(table, await app.lookups.find(byId, account, id))
  if (!row) throw createNotFoundError(recordName)
  app.replies.setRecord(account, id, { recordName, text: row.record, version })
  return row.record
}

/** Answers one record; its text is cached until it changes. @throws AppError not_found */
export async function answerRecord(context: ReadContext, operation: Operation, kind: RecordKind): Promise<Answer> {
  const { app, actor, state, id, query, ifNoneMatch } = context
  if (query !== '') readQuery(operation, query)
  const version = app.replies.versionOf(state, kind.resource)
  const cached = app.replies.getRecord(actor.account, id, version)
  // The cached id may belong to a record of another kind.
  const record = cached?.recordName === kind.recordName ? cached.text : await readRecord(context, kind, version)
  const etag = etagOfText(record)
  if (ifNoneMatch && isNotModified(ifNoneMatch, etag)) return notModifiedAnswer(etag)
  return jsonAnswer(200, `{"data":${record}}`, { etag })
}
