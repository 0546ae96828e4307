import { say } from '../../../contract/sentences/say.ts'
import type { sheets_v4 } from '@googleapis/sheets'
import { SheetRefused } from '../../types.ts'
import type { Area } from './area.ts'

/** A sheet of a spreadsheet. */
export interface Tab {
  id: number
  title: string
  isHidden: boolean
  rowCount: number
  columnCount: number
  merges: readonly sheets_v4.Schema$GridRange[]
}

/** A sheet and the range of it that is read. */
export interface TabPart extends Tab {
  area: Area
}

export interface WantedTab {
  /** From the address. */
  sheetId: number | undefined
  /** `sheet:` of the source; takes precedence over the address. */
  sheetName: string | undefined
}

/** Selection that a source makes in a spreadsheet. */
export interface Wanted extends WantedTab {
  /** `range:` of the source; undefined for whole sheets. */
  range: string | undefined
}

/** Lists the sheets with cells; a chart's own sheet has none. */
export function listTabs({ sheets = [] }: sheets_v4.Schema$Spreadsheet): Tab[] {
  return sheets.flatMap(({ properties, merges = [] }) => {
    if (!properties || (properties.sheetType ?? 'GRID') !== 'GRID') return []
    const { rowCount, columnCount } = properties.gridProperties ?? {}
    const { sheetId, title, hidden } = properties
    const tab = {
      id: sheetId ?? 0,
      title: title ?? '',
      isHidden: hidden === true,
      rowCount: rowCount ?? 0,
      columnCount: columnCount ?? 0,
      merges,
    }
    return [tab]
  })
}

/** Sheet names are compared without case, as in workbooks. */
const isNamed = ({ title }: Tab, name: string): boolean => title.trim().toLowerCase() === name.trim().toLowerCase()

/**
 * Chooses the sheets to read: the named one, else the one in the address, else all visible ones.
 * @throws SheetRefused when the one in the address is gone
 */
export function chooseTabs(tabs: readonly Tab[], { sheetId, sheetName }: WantedTab): readonly Tab[] {
  if (sheetName !== undefined) return tabs.filter((tab) => isNamed(tab, sheetName))
  if (sheetId === undefined) return tabs.filter(({ isHidden }) => !isHidden)
  const found = tabs.filter(({ id }) => id === sheetId)
  if (found.length > 0) return found
  throw new SheetRefused('unreadable_file', say('tab_of_address_gone', { gid: sheetId }))
}

/** Returns the grids of a sheet in a response, one per requested range. */
export const gridsOf = ({ sheets = [] }: sheets_v4.Schema$Spreadsheet, tab: Tab): sheets_v4.Schema$GridData[] =>
  sheets.filter(({ properties }) => (properties?.sheetId ?? 0) === tab.id).flatMap(({ data = [] }) => data)
