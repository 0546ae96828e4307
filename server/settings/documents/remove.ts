import type { Document } from '../../../contract/api/documents.ts'
import { checkIfMatch } from '../../http/conditional.ts'
import type { WriteContext, WriteResult } from '../../http/route.ts'
import { findDocument } from '../../resources/documents/store.ts'
import { deleteDocumentRecord } from '../../resources/documents/write.ts'
import { etagOf, loadRow } from '../../resources/shared/record.ts'
import { toDeletedResult } from '../../resources/shared/writeResults.ts'
import { checkNotManagedByGear } from './managed.ts'

export async function removeOwnDocument(context: WriteContext): Promise<WriteResult> {
  const { write, ifMatch, requestId } = context
  const row = await loadRow(context, 'document', findDocument)
  const document = JSON.parse(row.record) as Document
  checkIfMatch(ifMatch, etagOf(document))
  checkNotManagedByGear(document)
  await deleteDocumentRecord(write, document, row.record, requestId)
  return toDeletedResult(document)
}
