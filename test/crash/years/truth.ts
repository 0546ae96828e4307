// Asks the API at the moment of a message whether what it says is true.
import type { Document } from '../../../contract/documents.ts'
import type { Api, Item as ApiItem } from '../../support/api.ts'
import { dayOf, type DayNumber } from '../yearModel.ts'
import type { CheckMessage } from './receivers.ts'
import { describeCoverage, describeService, ESCALATED } from './titles.ts'

async function listAll(api: Api, path: string): Promise<ApiItem[]> {
  const records: ApiItem[] = []
  for (let total = 1; records.length < total;) {
    const page = await api.get(`${path}${path.includes('?') ? '&' : '?'}limit=200&offset=${records.length}`)
    total = page.pagination().total
    records.push(...page.items())
  }
  return records
}

export const listServices = (api: Api): Promise<ApiItem[]> => listAll(api, '/maintenance')

const nameGear = ({ brand, model, asset_tag: tag }: ApiItem): string => (tag === null ? `${brand} ${model}` : `${brand} ${model} (${tag})`)

/** What a reminder should say now, by the end of its record's id. Records of which nobody is to be reminded are left out. */
async function describeAll(api: Api, day: DayNumber): Promise<Map<string, string>> {
  const gear = new Map((await listAll(api, '/gear')).filter(({ status }) => status !== 'retired').map((item) => [item.id, item]))
  const titles = new Map<string, string>()
  for (const status of ['scheduled', 'in_progress'])
    for (const record of await listAll(api, `/maintenance?status=${status}`)) {
      const item = gear.get(String(record['item_id']))
      const due = dayOf(String(record['service_date']))
      if (item) titles.set(record.id.slice(-8), describeService(String(record['service_type']), nameGear(item), due, day))
    }
  for (const kind of ['warranty', 'insurance'] as const)
    for (const record of await listAll(api, `/documents?type=${kind}`)) {
      const { gear_id: gearId, expires_on: ends, title } = record as ApiItem & Pick<Document, 'gear_id' | 'expires_on' | 'title'>
      const item = gear.get(gearId ?? '')
      if (ends === null || (gearId !== null && !item)) continue
      titles.set(record.id.slice(-8), describeCoverage(kind, item && nameGear(item), title, dayOf(ends), day))
    }
  return titles
}

/** @param today the present day of the studio */
export const createTruthCheck =
  (api: () => Api, today: () => DayNumber): CheckMessage =>
  async ({ recipient, reminders }) => {
    const titles = await describeAll(api(), today())
    return reminders.flatMap(({ id, title }) => {
      const actual = titles.get(id) ?? 'nobody is to be reminded of it'
      return actual === title.replace(ESCALATED, '') ? [] : [`${recipient} got "${title}", but the API says: ${actual}`]
    })
  }
