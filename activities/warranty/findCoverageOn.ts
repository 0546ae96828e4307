import { coverageTypes, isInForce, type CoveringDocument } from '../../contract/api/coverage.ts'
import { documentTypes } from '../../contract/api/documents.ts'

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
