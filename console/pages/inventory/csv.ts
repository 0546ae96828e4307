import type { Gear, listGear } from '../../../contract/api/gear.ts'
import type { GearQuery } from '../../api/queries.ts'
import { callApi } from '../../api/request.ts'

const PAGE_ROWS = 200
const FIRST_FIELDS = [
  'id',
  'gear_type',
  'brand',
  'model',
  'asset_tag',
  'serial_number',
  'status',
  'condition',
  'storage_location',
]

function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.join('; ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** A cell that a spreadsheet would run as a formula begins with an apostrophe. */
function toCell(value: unknown): string {
  const text = toText(value)
  const harmless = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Builds CSV text (RFC 4180) with a column for each field that occurs. */
export function toCsv(items: readonly Gear[]): string {
  const names = [...new Set([...FIRST_FIELDS, ...items.flatMap((item) => Object.keys(item))])]
  const rows = items.map((item) => names.map((name) => toCell((item as Record<string, unknown>)[name])).join(','))
  return [names.join(','), ...rows, ''].join('\r\n')
}

/** Reads the whole list, page by page. */
export async function readAllGear(
  query: GearQuery,
  onProgress: (done: number, total: number) => void,
): Promise<Gear[]> {
  const items: Gear[] = []
  for (let total = Infinity; items.length < total;) {
    const page = await callApi<typeof listGear>('GET /gear', {
      query: { ...query, limit: PAGE_ROWS, offset: items.length },
    })
    total = page.pagination.total
    items.push(...page.data)
    onProgress(items.length, total)
    if (page.data.length === 0) break
  }
  return items
}

/** Hands a text to the browser as a download. */
export function downloadText(text: string, name: string, type: string): void {
  const address = URL.createObjectURL(new Blob([`\ufeff${text}`], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
