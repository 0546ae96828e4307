import type { Document } from '../../../contract/api/documents.ts'
import type { GearType } from '../../../contract/api/gearFields.ts'
import { toLookupKey, type LookupKey } from '../../../platform/sql/lookup.ts'
import type { AccountWrite } from '../../db/write.ts'
import { findChangesBetween, chooseNextUpdatedAt } from '../shared/findChangesBetween.ts'
import { findWarranty, warrantyByGear } from './store.ts'
import { addDocument, changeDocument, deleteDocumentRecord } from './write.ts'

export interface WarrantedGear {
  id: string
  gear_type: GearType
  brand: string
  model: string
  warranty_expires_on: string | null
  warranty_provider: string | null
}

const warrantyValues = (gear: WarrantedGear): Pick<Document, 'title' | 'provider' | 'expires_on'> => ({
  title: `Warranty: ${gear.brand} ${gear.model}`,
  provider: gear.warranty_provider,
  expires_on: gear.warranty_expires_on,
})

/** Creates the warranty document of an item that has none. */
export async function createWarranty(write: AccountWrite, gear: WarrantedGear, requestId: string): Promise<void> {
  const { title, provider, expires_on } = warrantyValues(gear)
  const document: Document = {
    id: write.newId(),
    type: 'warranty',
    title,
    gear_id: gear.id,
    gear_type: gear.gear_type,
    provider,
    reference_number: null,
    issued_on: null,
    expires_on,
    amount: null,
    file_name: null,
    notes: null,
    source: 'gear',
    created_at: write.at,
    updated_at: write.at,
  }
  await addDocument(write, document, requestId)
}

/** Lookup of the row that `syncWarrantyDocument` reads. */
export const warrantyLookup = (gear: string): LookupKey => toLookupKey(warrantyByGear, gear)

/**
 * Synchronises the warranty document with its gear item. While `warranty_expires_on` is set, there is one document with
 * the same id.
 */
export async function syncWarrantyDocument(write: AccountWrite, gear: WarrantedGear, requestId: string): Promise<void> {
  const row = await findWarranty(write.tx, write.account, gear.id)
  if (!row) {
    if (gear.warranty_expires_on !== null) await createWarranty(write, gear, requestId)
    return
  }
  const stored = JSON.parse(row.record) as Document
  if (gear.warranty_expires_on === null) return deleteDocumentRecord(write, stored, row.record, requestId)
  const values = warrantyValues(gear)
  const changes = findChangesBetween(stored, values)
  if (Object.keys(changes).length === 0) return
  await changeDocument(
    write,
    stored,
    { ...stored, ...values, updated_at: chooseNextUpdatedAt(write, stored) },
    changes,
    requestId,
  )
}
