import {
  createDocument,
  deleteDocument,
  getOwnDocument,
  listOwnDocuments,
  updateDocument,
} from '../../../contract/settings/documents.ts'
import { toLookupKey, type LookupKey } from '../../../platform/sql/lookup.ts'
import { bindRead, bindWrite, type Route } from '../../http/route.ts'
import { createGetDocument } from '../../resources/documents/get.ts'
import { createListDocuments } from '../../resources/documents/list.ts'
import { documentById } from '../../resources/documents/store.ts'
import { gearTypeLookup } from '../../resources/gear/reference.ts'
import { checkDocumentPatch, checkNewDocument } from './check.ts'
import { createOwnDocument } from './create.ts'
import { removeOwnDocument } from './remove.ts'
import { updateOwnDocument } from './update.ts'

const toGearLookups = (gearId: string | null | undefined): LookupKey[] => (gearId ? [gearTypeLookup(gearId)] : [])

export const documentSettingsRoutes: Route[] = [
  bindRead(listOwnDocuments, createListDocuments(listOwnDocuments)),
  bindRead(getOwnDocument, createGetDocument(getOwnDocument)),
  bindWrite(createDocument, checkNewDocument, createOwnDocument, (_id, body) => toGearLookups(body.gear_id)),
  bindWrite(updateDocument, checkDocumentPatch, updateOwnDocument, (id, updates) => [
    toLookupKey(documentById, id),
    ...toGearLookups(updates.gear_id),
  ]),
  bindWrite(
    deleteDocument,
    () => undefined,
    removeOwnDocument,
    (id) => [toLookupKey(documentById, id)],
  ),
]
