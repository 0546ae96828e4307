import type { DocumentType } from '../../../contract/api/documents.ts'

const types: readonly DocumentType[] = ['receipt', 'warranty', 'insurance', 'user_manual']

/** What the address of the page says. Without a view it shows the timeline, of a year. */
export interface DocumentsSearch {
  view?: 'list'
  type?: DocumentType
  /** Months that the timeline shows. */
  months?: number
}

/** Months that a timeline can show; the first is the default. */
export const spans: readonly number[] = [12, 3, 36]

export function readDocumentsSearch(search: Record<string, unknown>): DocumentsSearch {
  const type = types.find((name) => name === search['type'])
  const months = spans.find((span) => span === search['months'])
  return {
    ...(search['view'] === 'list' && { view: 'list' as const }),
    ...(type && { type }),
    ...(months !== undefined && { months }),
  }
}
