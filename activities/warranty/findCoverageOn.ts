import { documentTypes, type Document, type DocumentType } from '../../contract/api/documents.ts'

/** Types of documents that can pay for a repair, in the order of preference. */
export const coverageTypes: readonly DocumentType[] = ['warranty', 'insurance']

export type CoveringDocument = Pick<
  Document,
  'id' | 'type' | 'title' | 'provider' | 'reference_number' | 'issued_on' | 'expires_on'
>

/** True if a document is in force on a day. Without a day of issue it begins with the purchase, and without an end date it does not end. */
export const isInForce = (
  { issued_on: issuedOn, expires_on: expiresOn }: CoveringDocument,
  purchasedOn: string | null,
  day: string,
): boolean => (issuedOn ?? purchasedOn ?? day) <= day && (expiresOn ?? day) >= day

const toRank = ({ type, expires_on: expiresOn }: CoveringDocument): string =>
  `${9 - documentTypes.indexOf(type)} ${expiresOn ?? '9999-12-31'}`

/**
 * Finds the warranty or insurance of an item that is in force on a day. A warranty precedes an insurance; the latest
 * end wins.
 * @param purchasedOn YYYY-MM-DD
 */
export function findCoverageOn<T extends CoveringDocument>(
  documents: readonly T[],
  purchasedOn: string | null,
  day: string,
): T | undefined {
  const inForce = documents.filter(
    (document) => coverageTypes.includes(document.type) && isInForce(document, purchasedOn, day),
  )
  return inForce.toSorted((a, b) => (toRank(a) > toRank(b) ? -1 : 1))[0]
}
