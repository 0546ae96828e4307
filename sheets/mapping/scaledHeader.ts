// Headers whose numbers are hundreds, thousands or hundredths: "Price (k€)", "Preis in Tsd.", and titles that say so.
import { currenciesOf } from '../cells/currency.ts'
import type { Cell, SheetRow } from '../types.ts'
import { findFieldKind } from '../vocabulary/fields.ts'
import { isScale, isScaleAlone } from '../vocabulary/scaleWords.ts'
import { isFilled } from './cellKind.ts'
import type { FoundHeader } from './findHeader.ts'

const isCurrency = (text: string): boolean => currenciesOf(text).length > 0

/** More than a scale has. Searches in long texts would take long. */
const MAX_HINT_CHARACTERS = 60

/** True for words that scale the numbers of a column. */
export const isScaleHint = (hint: string): boolean => hint.length <= MAX_HINT_CHARACTERS && isScale(hint, isCurrency)

/** A scale in a title, for all amounts: `Amounts in k€`, `alle Angaben in TEUR`, `単位:千円`. */
const ALL_AMOUNTS = /(?:(?<=^|[\s(])(?:in|en|w|v|em|i|в)\s+|[单単]位\s*[:：]?\s*)([^\s).;,）][^).;,）]{0,30})/giu
const MAX_TITLE_CHARACTERS = 120

/** Finds the scale that a title above a list gives to its amounts. */
function findTitleScale(above: readonly SheetRow[]): string | undefined {
  for (const { cells } of above)
    for (const { kind, text } of cells) {
      if (kind !== 'text' || text.length > MAX_TITLE_CHARACTERS) continue
      for (const [, hint = ''] of text.matchAll(ALL_AMOUNTS)) if (isScaleAlone(hint, isCurrency)) return hint.trim()
    }
  return undefined
}

const isAmount = ({ matches }: FoundHeader, index: number): boolean => {
  const { target, isOwn, isPreset } = matches[index] ?? {}
  return typeof target === 'string' && findFieldKind(target) === 'money' && !isOwn && !isPreset
}

/** Adds the scale that a title names to the headers of amounts: `Price (k€)`. */
export function readTitleScale(rows: readonly SheetRow[], header: FoundHeader): readonly SheetRow[] {
  const headerRow = rows[header.index]
  const scale = headerRow && findTitleScale(rows.slice(0, header.index))
  if (!headerRow || scale === undefined) return rows
  const withScale = (cell: Cell, index: number): Cell => {
    if (!isFilled(cell) || !isAmount(header, index)) return cell
    const text = `${cell.text} (${scale})`
    return { ...cell, text, value: text }
  }
  return rows.with(header.index, { ...headerRow, cells: headerRow.cells.map(withScale) })
}
