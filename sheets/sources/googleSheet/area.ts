import { z } from 'zod'
import { say, type Said } from '../../../contract/sentences/say.ts'
import { createSettingIssue, toSettingMessage } from '../../../contract/sentences/schemaSentences.ts'
import { toColumnIndex } from '../../vocabulary/columnLetters.ts'
import type { Tab } from './listTabs.ts'

/** A rectangle of a sheet. Rows and columns count from 0; `end` is the one after the last, Infinity for an open end. */
export interface Area {
  firstRow: number
  endRow: number
  firstColumn: number
  endColumn: number
}

const RANGE_REQUIRED = say('setting_range')
const NEEDS_RANGE = toSettingMessage(RANGE_REQUIRED)
const RANGE = /^([A-Z]{1,3})([1-9]\d{0,7})?:([A-Z]{1,3})([1-9]\d{0,7})?$/
const ROWS = /^([1-9]\d{0,7}):([1-9]\d{0,7})$/

const simplify = (text: string): string => text.trim().toUpperCase().replaceAll('$', '')

/** Parses A1 notation without a sheet: `A3:K500`, `A3:K`, `A:K`, `3:500`. @returns undefined for other text */
function parseArea(text: string): Area | undefined {
  const [rowsMatch, topRow, bottomRow] = ROWS.exec(simplify(text)) ?? []
  if (rowsMatch !== undefined)
    return {
      firstRow: Number(topRow) - 1,
      endRow: Number(bottomRow),
      firstColumn: 0,
      endColumn: Number.POSITIVE_INFINITY,
    }
  const [match, left = '', top, right = '', bottom] = RANGE.exec(simplify(text)) ?? []
  if (match === undefined || (top === undefined && bottom !== undefined)) return undefined
  return {
    firstRow: Number(top ?? 1) - 1,
    endRow: bottom === undefined ? Number.POSITIVE_INFINITY : Number(bottom),
    firstColumn: toColumnIndex(left),
    endColumn: toColumnIndex(right) + 1,
  }
}

function findFault(text: string): Said | undefined {
  if (text.includes('!')) return say('setting_range_names_sheet')
  const area = parseArea(text)
  if (!area) return RANGE_REQUIRED
  const isReversed = area.firstRow >= area.endRow || area.firstColumn >= area.endColumn
  return isReversed ? say('setting_range_reversed') : undefined
}

/** `range: A3:K500` limits reading to these cells of a sheet. */
export const rangeSetting = z.string({ message: NEEDS_RANGE }).transform((text, context): string => {
  const fault = findFault(text)
  if (!fault) return simplify(text)
  context.addIssue(createSettingIssue(fault))
  return z.NEVER
})

const WHOLE_SHEET: Area = {
  firstRow: 0,
  endRow: Number.POSITIVE_INFINITY,
  firstColumn: 0,
  endColumn: Number.POSITIVE_INFINITY,
}

/** @param range a checked setting; undefined for the whole sheet */
export function readRange(range: string | undefined): Area {
  const area = range === undefined ? WHOLE_SHEET : parseArea(range)
  if (!area) throw new Error('a range was not refused with its settings')
  return area
}

/** Clips an area to the size of a sheet. @returns undefined if they do not overlap */
export function clipToTab(
  area: Area,
  { rowCount, columnCount }: Pick<Tab, 'rowCount' | 'columnCount'>,
): Area | undefined {
  const clipped = { ...area, endRow: Math.min(area.endRow, rowCount), endColumn: Math.min(area.endColumn, columnCount) }
  return clipped.firstRow < clipped.endRow && clipped.firstColumn < clipped.endColumn ? clipped : undefined
}

/** True if two ranges have a row in common. */
export const shareRow = (a: Area, b: Area): boolean => a.firstRow < b.endRow && b.firstRow < a.endRow
