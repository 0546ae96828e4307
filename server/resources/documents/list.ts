import type { listDocuments } from '../../../contract/api/documents.ts'
import type { listOwnDocuments } from '../../../contract/settings/documents.ts'
import { upgradeTexts } from '../../db/recordSchema.ts'
import type { ReadContext, ReadRoute } from '../../http/route.ts'
import { answerList, formatListBody } from '../shared/list.ts'
import { checkRange } from '../shared/range.ts'
import { readDocumentPage } from './page.ts'

/**
 * Lists documents by expiry, earliest first; documents without one come last. Serves the API and the account settings.
 */
export const createListDocuments =
  (operation: typeof listDocuments | typeof listOwnDocuments): ReadRoute['read'] =>
  (context: ReadContext) =>
    answerList(context, operation, 'documents', async (tx, state, query) => {
      checkRange(query, 'expiresFrom', 'expiresTo')
      const { limit, offset, ...filter } = query
      const { records, total } = await readDocumentPage(tx, state, filter, query)
      return formatListBody(upgradeTexts(state, 'document', records), { limit, offset, total })
    })
