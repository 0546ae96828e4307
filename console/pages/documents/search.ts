import type { DocumentType } from '../../../contract/api/documents.ts'

const types: readonly DocumentType[] = ['receipt', 'warranty', 'insurance', 'user_manual']

/** Values in the page's address. Without a view it shows a timeline of one year. */
export interface DocumentsSearch {
  view?: 'list'
  type?: DocumentType
  /** Number of months in the timeline. */
  months?: number
}

/** Possible numbers of months in a timeline. The first is the default. */
export const spans: readonly number[] = [12, 3, 36]

export function readDocumentsSearch(search: Record<string, unknown>): DocumentsSearch {
  const type = types.find((name) => name === search['type'])
  const months = spans.find((span) => span === search['months'])
  const read: DocumentsSearch = {}
  if (search['view'] === 'list') read.view = 'list'
  if (type) read.type = type
  if (months !== undefined) read.months = months
  return read
}
