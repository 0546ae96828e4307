import type { MissingHeader } from '../../contract/explain.ts'
import type { SheetSettings } from '../settings.ts'
import type { SheetRow } from '../types.ts'
import { findNearest } from './nearest.ts'
import { foldHeader, squash } from './squash.ts'

type HeaderSettings = Pick<SheetSettings, 'columns' | 'ignore' | 'notes_from'>

/** Configured headers that no table has, usually renamed or mistyped. */
export function findMissingHeaders({ columns, ignore = [], notes_from = [] }: HeaderSettings, headerRows: readonly SheetRow[]): MissingHeader[] {
  const texts = headerRows.flatMap(({ cells }) => cells.map(({ text }) => text.trim().replaceAll(/\s+/g, ' ')).filter(Boolean))
  const knownHeaders = new Set(texts.map(foldHeader))
  const bySquash = new Map(texts.map((text) => [squash(text), text]))
  const headersBySetting = { columns: Object.keys(columns), ignore, notes_from }
  return Object.entries(headersBySetting).flatMap(([setting, headers]) =>
    headers
      .filter((header) => !knownHeaders.has(foldHeader(header)))
      .map((header): MissingHeader => {
        const nearestSquashed = findNearest(squash(header), bySquash.keys())
        const nearest = nearestSquashed === undefined ? undefined : bySquash.get(nearestSquashed)
        return { setting, header, ...(nearest !== undefined && { nearest }) }
      }),
  )
}
