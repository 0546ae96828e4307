import type { Document } from '../../../contract/api/documents.ts'
import { AppError } from '../../errors.ts'

/** @throws AppError managed_by_gear for a document that is managed by its gear item */
export function checkNotManagedByGear(document: Document): void {
  if (document.source === 'gear')
    throw new AppError(
      'managed_by_gear',
      `This document follows the warranty of gear item ${document.gear_id}. Change warranty_expires_on or warranty_provider there.`,
    )
}
