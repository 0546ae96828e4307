import type { Gear } from '../../contract/api/gear.ts'

const HEADERS = [
  'Asset Tag',
  'Category',
  'Make',
  'Model',
  'Serial #',
  'Purchased',
  'Price (USD)',
  'Condition',
  'Status',
  'Location',
  'Notes',
] as const
type Column = (typeof HEADERS)[number]
type SheetRow = Record<Column, string>

export const LATER_SHEET_NAME = 'equipment list, from the van.csv'

const toRow = (item: Gear): SheetRow => ({
  'Asset Tag': item.asset_tag ?? '',
  Category: item.gear_type,
  Make: item.brand,
  Model: item.model,
  'Serial #': item.serial_number ?? '',
  Purchased: item.purchase_date ?? '',
  'Price (USD)': item.purchase_price === null ? '' : String(item.purchase_price),
  Condition: item.condition,
  Status: item.status.replace('_', ' '),
  Location: item.storage_location ?? '',
  Notes: item.notes ?? '',
})

/** Cells that a person changed in the sheet. */
const CHANGES: Readonly<Record<string, Partial<SheetRow>>> = {
  'KR-C-004': { Location: 'Cage B2' },
  'KR-A-012': { Condition: 'good' },
  'KR-L-007': { Location: 'Cage B1' },
  'KR-L-008': { Location: 'Cage B1' },
  'KR-L-011': { Location: 'Cage B1', Status: 'available' },
  'KR-A-011': { Status: 'in use', Location: 'Van 1' },
  'KR-A-014': { Status: 'retired', Condition: 'poor' },
  'KR-F-005': { Condition: 'fair', Notes: 'Scratch near the edge' },
  'KR-L-010': { 'Price (USD)': '1048' },
}

const NEW_ROWS: readonly (readonly string[])[] = [
  [
    'KR-C-009',
    'camera',
    'Canon',
    'EOS C50',
    '0093300412',
    '2026-02-17',
    '3899',
    'new',
    'ready',
    'Cage A1',
    'With top handle',
  ],
  ['KR-L-023', 'lens', 'Canon', 'RF20mm F1.4 L VCM', '5510000731', '2026-02-17', '1699', 'new', 'ready', 'Cage A3', ''],
  ['KR-A-020', 'accessory', 'Aputure', 'Light Dome 150', '', '2026-02-24', '229', 'new', 'available', 'Light cart', ''],
  [
    'KR-L-024',
    'lens',
    'Sigma',
    '28-105mm F2.8 DG DN | Art',
    '57330981',
    '5/6/26',
    '1499',
    'new',
    'available',
    'Cage A5',
    '',
  ],
  [
    'KR-A-021',
    'accessory',
    'SmallRig',
    'VB212 Mini',
    '',
    '2026-03-02',
    'about 200',
    'new',
    'available',
    'Charging station',
    '',
  ],
]

/** Tag of the item whose row was removed. */
const REMOVED = 'KR-F-008'

const toLine = (cells: readonly string[]): string =>
  cells.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')

/**
 * Writes the studio's sheet as a person changed it later, as CSV: other cells, new rows, two with mistakes, one
 * removed.
 * @param items as last synced
 */
export function writeLaterSheet(items: readonly Gear[]): string {
  const rows = items
    .filter(({ asset_tag: tag }) => tag !== null && tag !== REMOVED)
    .toSorted((a, b) => (a.asset_tag ?? '').localeCompare(b.asset_tag ?? ''))
    .map((item) => ({ ...toRow(item), ...CHANGES[item.asset_tag ?? ''] }))
  return [HEADERS, ...rows.map((row) => HEADERS.map((header) => row[header])), ...NEW_ROWS]
    .map((cells) => `${toLine(cells)}\r\n`)
    .join('')
}
