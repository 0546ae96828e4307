import { getDocument, listDocuments } from '../../../contract/documents.ts'
import { bindRead, type Route } from '../../http/route.ts'
import { getDocumentBy } from './get.ts'
import { listDocumentsBy } from './list.ts'

export const documentRoutes: Route[] = [bindRead(listDocuments, listDocumentsBy(listDocuments)), bindRead(getDocument, getDocumentBy(getDocument))]
