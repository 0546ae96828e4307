import type { Document } from '../../../contract/api/documents.ts'
import type { NewDocument } from '../../../contract/settings/documents.ts'
import { SETTINGS_BASE } from '../../../contract/settings/operations.ts'
import type { WriteContext, WriteResult } from '../../http/route.ts'
import { addDocument } from '../../resources/documents/write.ts'
import { readGearType } from './reference.ts'
import { toCreatedResult } from '../../resources/shared/writeResults.ts'

export async function createOwnDocument(context: WriteContext, body: NewDocument): Promise<WriteResult> {
  const { write, requestId } = context
  const gearId = body.gear_id ?? null
  const document: Document = {
    id: write.newId(),
    type: body.type,
    title: body.title,
    gear_id: gearId,
    gear_type: await readGearType(write, gearId, '#/gear_id'),
    provider: body.provider ?? null,
    reference_number: body.reference_number ?? null,
    issued_on: body.issued_on ?? null,
    expires_on: body.expires_on ?? null,
    amount: body.amount ?? null,
    file_name: body.file_name ?? null,
    notes: body.notes ?? null,
    source: 'settings',
    created_at: write.at,
    updated_at: write.at,
  }
  const json = await addDocument(write, document, requestId)
  return toCreatedResult(document, json, `${SETTINGS_BASE}/documents`)
}
