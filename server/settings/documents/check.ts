import type { Fault } from '../../../contract/errors.ts'
import { DocumentUpdates, NewDocument } from '../../../contract/settings/documents.ts'
import { pointerTo } from '../../http/faults.ts'
import { checkNew, checkUpdates, type Values } from '../../resources/shared/body.ts'
import { isRealDay } from '../../../contract/text.ts'

const isDay = (value: unknown): value is string => typeof value === 'string' && isRealDay(value)

/**
 * Faults between fields: a document may not expire before it is issued. `given` are the values that the client sent: the fault is told of
 * one of them.
 */
export function orderFaults(values: Values, base: readonly string[], given: Values = values): Fault[] {
  const { issued_on: issued, expires_on: expires } = values
  if (!isDay(issued) || !isDay(expires) || issued <= expires) return []
  if ('expires_on' in given)
    return [{ pointer: pointerTo([...base, 'expires_on']), code: 'invalid_value', detail: `must not lie before issued_on, which is ${issued}` }]
  return [{ pointer: pointerTo([...base, 'issued_on']), code: 'invalid_value', detail: `must not lie after expires_on, which is ${expires}` }]
}

/**
 * Checks the body of POST /documents.
 * @throws AppError validation_failed with every fault
 */
export const checkNewDocument = (body: unknown): NewDocument => checkNew(body, NewDocument, (given) => orderFaults(given, []))

/**
 * Checks the body of PATCH /documents/{id} as far as the body alone allows.
 * @throws AppError validation_failed with every fault
 */
export const checkDocumentPatch = (body: unknown): DocumentUpdates => checkUpdates(body, DocumentUpdates, (given) => orderFaults(given, ['updates']))
