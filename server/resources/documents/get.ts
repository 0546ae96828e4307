import type { Operation } from '../../../contract/operation.ts'
import type { ReadRoute } from '../../http/route.ts'
import { answerRecord } from '../shared/record.ts'
import { documentById } from './store.ts'

/** Serves the API and the account settings. */
export const createGetDocument =
  (operation: Operation): ReadRoute['read'] =>
  (context) =>
    answerRecord(context, operation, {
      recordName: 'document',
      resource: 'documents',
      table: 'document',
      byId: documentById,
    })
