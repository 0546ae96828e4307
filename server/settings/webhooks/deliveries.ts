import type { Input } from '../../../contract/operation.ts'
import { listDeliveries } from '../../../contract/settings/webhooks.ts'
import { hashTag } from '../../../platform/http/conditional.ts'
import { versionAnswer, type Answer } from '../../answer.ts'
import { readQuery } from '../../http/query.ts'
import type { ReadContext } from '../../http/route.ts'
import { createNotFoundError } from '../../resources/shared/record.ts'
import { encodeCursor, createCursorError, decodeCursor } from '../cursor.ts'
import { readAttempts, searchDeliveries } from './deliveryStore.ts'
import { toDeliveryView } from './deliveryView.ts'
import { findEndpoint } from '../../webhooks/endpointStore.ts'

const DELIVERY_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function decodeDeliveryCursor(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined
  const position = decodeCursor('deliveries', cursor, DELIVERY_ID)
  if (position === undefined) throw createCursorError()
  return position
}

export async function listAccountDeliveries(context: ReadContext): Promise<Answer> {
  const { app, actor, id, ifNoneMatch } = context
  const { limit, cursor, ...filters } = readQuery(listDeliveries, context.query) as Input<
    typeof listDeliveries
  >['query']
  const before = decodeDeliveryCursor(cursor)
  if (!(await app.db.read((tx) => findEndpoint(tx, actor.account, id), { oneStatement: true })))
    throw createNotFoundError('endpoint')
  const rows = await searchDeliveries(app.db, { account: actor.account, endpoint: id }, filters, before, limit + 1)
  const page = rows.slice(0, limit)
  const attempts = await readAttempts(
    app.db,
    actor.account,
    page.map((row) => row.id),
  )
  const data = page.map((row) => toDeliveryView(row, attempts.get(row.id) ?? []))
  const last = page.at(-1)
  const next = rows.length > limit && last ? encodeCursor('deliveries', last.id) : null
  const text = JSON.stringify({ data, pagination: { limit, next_cursor: next } })
  return versionAnswer(ifNoneMatch, hashTag(text), text)
}
