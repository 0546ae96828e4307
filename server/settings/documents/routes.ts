import { createDocument, deleteDocument, getOwnDocument, listOwnDocuments, updateDocument } from '../../../contract/settings/documents.ts'
import { bindRead, bindWrite, type Route } from '../../http/route.ts'
import { createGetDocument } from '../../resources/documents/get.ts'
import { createListDocuments } from '../../resources/documents/list.ts'
import { checkDocumentPatch, checkNewDocument } from './check.ts'
import { createOwnDocument } from './create.ts'
import { removeOwnDocument } from './remove.ts'
import { updateOwnDocument } from './update.ts'

export const documentSettingsRoutes: Route[] = [
  bindRead(listOwnDocuments, createListDocuments(listOwnDocuments)),
  bindRead(getOwnDocument, createGetDocument(getOwnDocument)),
  bindWrite(createDocument, checkNewDocument, createOwnDocument),
  bindWrite(updateDocument, checkDocumentPatch, updateOwnDocument),
  bindWrite(deleteDocument, () => undefined, removeOwnDocument),
]
