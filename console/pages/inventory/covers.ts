import { coverageTypes, isInForce } from '../../../contract/api/coverage.ts'
import type { Document } from '../../../contract/api/documents.ts'

type CoverDocument = Pick<Document, 'id' | 'type' | 'provider' | 'issued_on' | 'expires_on'>

interface CoveredItem {
  purchase_date: string | null
  warranty_expires_on: string | null
  warranty_provider: string | null
}

/** A warranty or insurance of an item. */
export interface Cover {
  id: string
  type: Document['type']
  provider: string | null
  state: 'inForce' | 'later' | 'ended'
  /** Day on which it begins, if it is known. */
  from: string | null
  /** Last day; null: it has no end. */
  until: string | null
}

const STATES: readonly Cover['state'][] = ['inForce', 'later', 'ended']
const NEVER = '9999-12-31'

function stateOf(document: CoverDocument, bought: string | null, today: string): Cover['state'] {
  if (isInForce(document, bought, today)) return 'inForce'
  return (document.expires_on ?? NEVER) < today ? 'ended' : 'later'
}

/**
 * Orders covers: those in force first, a warranty before an insurance, then the latest end. What is to come begins with
 * the next.
 */
function compareCovers(a: Cover, b: Cover): number {
  if (a.state !== b.state) return STATES.indexOf(a.state) - STATES.indexOf(b.state)
  if (a.state === 'later') return (a.from ?? '') < (b.from ?? '') ? -1 : 1
  if (a.state === 'inForce' && a.type !== b.type) return coverageTypes.indexOf(a.type) - coverageTypes.indexOf(b.type)
  return (a.until ?? NEVER) > (b.until ?? NEVER) ? -1 : 1
}

/**
 * Lists what covers an item, the cover that counts today first. Without the documents, which a key may not read, the
 * item's own warranty counts.
 */
export function listCovers(item: CoveredItem, documents: readonly CoverDocument[] | undefined, today: string): Cover[] {
  const own: CoverDocument = {
    id: 'own',
    type: 'warranty',
    provider: item.warranty_provider,
    issued_on: null,
    expires_on: item.warranty_expires_on,
  }
  const all = documents ?? (item.warranty_expires_on === null ? [] : [own])
  return all
    .filter(({ type }) => coverageTypes.includes(type))
    .map((document) => ({
      id: document.id,
      type: document.type,
      provider: document.provider,
      state: stateOf(document, item.purchase_date, today),
      from: document.issued_on ?? item.purchase_date,
      until: document.expires_on,
    }))
    .toSorted(compareCovers)
}
