import type { Document, DocumentType } from './documents.ts'

/** Types of documents that can pay for a repair, in the order of preference. */
export const coverageTypes: readonly DocumentType[] = ['warranty', 'insurance']

export type CoveringDocument = Pick<
  Document,
  'id' | 'type' | 'title' | 'provider' | 'reference_number' | 'issued_on' | 'expires_on'
>

/**
 * True if a document is in force on a day. Without a day of issue it begins with the purchase, and without an end date
 * it does not end.
 */
export const isInForce = (
  { issued_on: issuedOn, expires_on: expiresOn }: Pick<Document, 'issued_on' | 'expires_on'>,
  purchasedOn: string | null,
  day: string,
): boolean => (issuedOn ?? purchasedOn ?? day) <= day && (expiresOn ?? day) >= day
