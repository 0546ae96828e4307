import { toStops, type NdScale } from '../cells/ndScale.ts'
import { parseNumberText } from '../cells/number.ts'
import { toLookupKey } from '../vocabulary/lookupKey.ts'
import type { ColumnProfile } from './columnProfile.ts'

const DENSITY_HEADERS =
  'densité, densité optique, densidad, densidad óptica, density, optical density, dichte, optische dichte, densità, dichtheid'
const densityHeaders: ReadonlySet<string> = new Set(DENSITY_HEADERS.split(', ').map(toLookupKey))
const STOPS_HEADER = /stop|blende|stufe|pasos|diaphragm|steg|trinn?$|stupne|pontos|aukot/

function findNamedScale(header: string): NdScale | undefined {
  const key = toLookupKey(header.replaceAll(/[([{][^)\]}]*[)\]}]/g, ' '))
  if (densityHeaders.has(key)) return 'density'
  return STOPS_HEADER.test(key) ? 'stops' : undefined
}

const RULES = { field: 'nd_stops', kind: 'measure', currency: '' } as const

/**
 * Finds the scale that a header and its cells agree on.
 * @returns undefined where the cells contradict the header, or allow several scales
 */
export function findNdScale(header: string, { values }: ColumnProfile): NdScale | undefined {
  const numbers = values.flatMap(({ cell, text }) => {
    const value = typeof cell.value === 'number' ? cell.value : parseNumberText(text, RULES).value
    return typeof value === 'number' ? [value] : []
  })
  const named = findNamedScale(header)
  if (numbers.length === 0) return named ?? 'stops'
  const allows = (scale: NdScale): boolean => numbers.every((value) => toStops(value, scale) !== undefined)
  const allowed = (['stops', 'density', 'factor'] as const).filter(allows)
  if (named === 'stops') return allows('stops') ? 'stops' : undefined
  // A density of 3 is ten stops, and some people write stops below this header.
  if (named === 'density') return allowed.length === 1 && allowed[0] === 'density' ? 'density' : undefined
  return allowed.length === 1 ? allowed[0] : undefined
}
