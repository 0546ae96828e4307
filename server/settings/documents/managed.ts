import type { Document } from '../../../contract/api/documents.ts'
import { createError } from '../../errors.ts'

/** @throws AppError managed_by_gear for a document that is managed by its gear item */
export function checkNotManagedByGear(document: Document): void {
  if (document.source === 'gear') throw createError('managed_by_gear', { item_id: document.gear_id ?? '' })
}
