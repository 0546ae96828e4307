import type { Document } from '../../../contract/documents.ts'
import { AppError } from '../../errors.ts'

/**
 * Refuses to change a document that follows a gear item.
 * @throws AppError managed_by_gear
 */
export function checkOwn(document: Document): void {
  if (document.source === 'gear')
    throw new AppError(
      'managed_by_gear',
      `This document follows the warranty of gear item ${document.gear_id}. Change warranty_expires_on or warranty_provider there.`,
    )
}
