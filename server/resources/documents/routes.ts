import { getDocument, listDocuments } from '../../../contract/api/documents.ts'
import { bindRead, type Route } from '../../http/route.ts'
import { createGetDocument } from './get.ts'
import { createListDocuments } from './list.ts'

export const documentRoutes: Route[] = [
  bindRead(listDocuments, createListDocuments(listDocuments)),
  bindRead(getDocument, createGetDocument(getDocument)),
]
