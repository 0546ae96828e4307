import type { MissingHeader } from '../../contract/control/explain.ts'
import type { SheetSettings } from '../settings/settings.ts'
import type { SheetRow } from '../types.ts'
import { findMostSimilar } from '../vocabulary/findMostSimilar.ts'
import { foldHeader, toLookupKey } from '../vocabulary/lookupKey.ts'

type HeaderSettings = Pick<SheetSettings, 'columns' | 'ignore' | 'notes_from'>

/** Finds configured headers that no table has. They are usually renamed or mistyped. */
export function findMissingHeaders(
  { columns, ignore = [], notes_from = [] }: HeaderSettings,
  headerRows: readonly SheetRow[],
): MissingHeader[] {
  const texts = headerRows.flatMap(({ cells }) =>
    cells.map(({ text }) => text.trim().replaceAll(/\s+/g, ' ')).filter(Boolean),
  )
  const knownHeaders = new Set(texts.map(foldHeader))
  const headerByLookupKey = new Map(texts.map((text) => [toLookupKey(text), text]))
  const headersBySetting = { columns: Object.keys(columns), ignore, notes_from }
  return Object.entries(headersBySetting).flatMap(([setting, headers]) =>
    headers
      .filter((header) => !knownHeaders.has(foldHeader(header)))
      .map((header): MissingHeader => {
        const nearestKey = findMostSimilar(toLookupKey(header), headerByLookupKey.keys())
        const nearest = nearestKey === undefined ? undefined : headerByLookupKey.get(nearestKey)
        return { setting, header, ...(nearest !== undefined && { nearest }) }
      }),
  )
}
