import type { Gear, listGear } from '../../../contract/api/gear.ts'
import type { GearQuery } from '../../api/queries.ts'
import { callApi } from '../../api/request.ts'

const PAGE_ROWS = 200

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
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
