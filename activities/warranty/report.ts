import { coverageTypes, isInForce, type CoveringDocument } from '../../contract/api/coverage.ts'
import { listDocuments, type Document } from '../../contract/api/documents.ts'
import { listGear, type Gear } from '../../contract/api/gear.ts'
import { listMaintenance } from '../../contract/api/maintenance.ts'
import { endWindows, type WarrantyCounts, type WarrantyFinding } from '../../contract/control/warrantyReport.ts'
import { countDaysBetween } from '../../platform/studioDay.ts'
import type { Api } from '../shared/api.ts'
import { visitAllRecords } from '../shared/walkList.ts'
import { findCoverageOn } from './findCoverageOn.ts'

type Item = Pick<Gear, 'id' | 'gear_type' | 'asset_tag' | 'purchase_date'> & { name: string; isRetired: boolean }
type ItemDocument = CoveringDocument & Pick<Document, 'gear_id'>

interface ReportData {
  day: string
  items: ReadonlyMap<string, Item>
  documents: readonly ItemDocument[]
  byItem: ReadonlyMap<string, ItemDocument[]>
  /** Ids of items with a receipt. */
  withReceipt: ReadonlySet<string>
}

interface Page {
  limit: number
  offset: number
}

async function readItems(api: Api, signal: AbortSignal): Promise<Map<string, Item>> {
  const items = new Map<string, Item>()
  const readPage = async (page: Page) => (await api.call(listGear, { query: { ...page } }, { signal })).body
  await visitAllRecords('inventory', readPage, async (page) => {
    for (const { id, gear_type, asset_tag, purchase_date, brand, model, status } of page)
      items.set(id, {
        id,
        gear_type,
        asset_tag,
        purchase_date,
        name: `${brand} ${model}`,
        isRetired: status === 'retired',
      })
  })
  return items
}

/** Reads the coverage, and finds items with a receipt. It does not read other documents. */
async function readDocuments(api: Api, signal: AbortSignal): Promise<Pick<ReportData, 'documents' | 'withReceipt'>> {
  const documents: ItemDocument[] = []
  const withReceipt = new Set<string>()
  for (const type of [...coverageTypes, 'receipt'] as const) {
    const readPage = async (page: Page) =>
      (await api.call(listDocuments, { query: { ...page, type } }, { signal })).body
    await visitAllRecords(`list of documents of type ${type}`, readPage, async (page) => {
      for (const { id, title, gear_id, provider, reference_number, issued_on, expires_on } of page) {
        if (type !== 'receipt')
          documents.push({ id, type, title, gear_id, provider, reference_number, issued_on, expires_on })
        else if (gear_id !== null) withReceipt.add(gear_id)
      }
    })
  }
  return { documents, withReceipt }
}

function toFinding(
  kind: WarrantyFinding['kind'],
  item: Item | undefined,
  document: CoveringDocument | undefined,
): WarrantyFinding {
  return {
    kind,
    item_id: item?.id ?? null,
    item_type: item?.gear_type ?? null,
    item: item?.name ?? null,
    asset_tag: item?.asset_tag ?? null,
    document_id: document?.id ?? null,
    document_type: document?.type ?? null,
    document: document?.title ?? null,
    provider: document?.provider ?? null,
    reference_number: document?.reference_number ?? null,
    ends_on: document?.expires_on ?? null,
    days_left: null,
    within_days: null,
    maintenance_id: null,
    service_type: null,
    service_date: null,
    paid: null,
  }
}

const sortBy = (findings: WarrantyFinding[], keyOf: (finding: WarrantyFinding) => string): WarrantyFinding[] =>
  findings.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))

const toName = ({ asset_tag: tag, item, document, item_id: id }: WarrantyFinding): string =>
  `${tag ?? item ?? document ?? ''} ${id ?? ''}`

/** Finds completed maintenance with a cost on a day when the item had coverage; newest first. */
async function findPaid(api: Api, { items, byItem }: ReportData, signal: AbortSignal): Promise<WarrantyFinding[]> {
  const findings: WarrantyFinding[] = []
  const readPage = async (page: Page) =>
    (await api.call(listMaintenance, { query: { ...page, status: 'completed' } }, { signal })).body
  await visitAllRecords('maintenance', readPage, async (page) => {
    for (const { id, item_id: itemId, service_type, service_date, cost } of page) {
      const item = items.get(itemId)
      if (!item || cost === null || cost === 0) continue
      const document = findCoverageOn(byItem.get(itemId) ?? [], item.purchase_date, service_date)
      if (document)
        findings.push({
          ...toFinding('paid', item, document),
          maintenance_id: id,
          service_type,
          service_date,
          paid: cost,
        })
    }
  })
  return sortBy(findings, (finding) => `${finding.service_date} ${toName(finding)}`).toReversed()
}

function findEnding({ day, items, documents }: ReportData): WarrantyFinding[] {
  const findings = documents.flatMap((document) => {
    const item = items.get(document.gear_id ?? '')
    const daysLeft = document.expires_on === null ? Infinity : countDaysBetween(day, document.expires_on)
    const window = endWindows.find((days) => daysLeft <= days)
    if (daysLeft < 0 || window === undefined || item?.isRetired === true) return []
    return [{ ...toFinding('ending', item, document), days_left: daysLeft, within_days: window }]
  })
  return sortBy(findings, (finding) => `${finding.ends_on} ${toName(finding)}`)
}

function findWithoutReceipt({ day, items, documents, withReceipt }: ReportData): WarrantyFinding[] {
  const findings = documents.flatMap((document) => {
    const item = items.get(document.gear_id ?? '')
    if (!item || item.isRetired || withReceipt.has(item.id) || !isInForce(document, item.purchase_date, day)) return []
    return [toFinding('no_receipt', item, document)]
  })
  return sortBy(findings, toName)
}

const findNotCovered = ({ day, items, byItem }: ReportData): WarrantyFinding[] =>
  sortBy(
    [...items.values()]
      .filter((item) => !item.isRetired && !findCoverageOn(byItem.get(item.id) ?? [], item.purchase_date, day))
      .map((item) => toFinding('not_covered', item, undefined)),
    toName,
  )

const toSum = (findings: readonly WarrantyFinding[]): number =>
  findings.reduce((cents, { paid }) => cents + Math.round((paid ?? 0) * 100), 0) / 100

/**
 * Finds gaps in coverage. It reads inventory, documents and completed maintenance once, page by page.
 * @param day today in the studio's time zone
 */
export async function computeWarrantyReport(
  api: Api,
  day: string,
  signal: AbortSignal,
): Promise<{ findings: WarrantyFinding[]; counts: WarrantyCounts }> {
  const [items, { documents, withReceipt }] = await Promise.all([readItems(api, signal), readDocuments(api, signal)])
  const byItem = Map.groupBy(documents, ({ gear_id: id }) => id ?? '')
  const data: ReportData = { day, items, documents, byItem, withReceipt }
  const paid = await findPaid(api, data, signal)
  const [ending, noReceipt, notCovered] = [findEnding(data), findWithoutReceipt(data), findNotCovered(data)]
  const counts: WarrantyCounts = {
    kind: 'counts',
    paid: paid.length,
    paid_sum: toSum(paid),
    ending: endWindows.map((days) => ({
      within_days: days,
      documents: ending.filter(({ days_left: left }) => (left ?? Infinity) <= days).length,
    })),
    no_receipt: noReceipt.length,
    not_covered: notCovered.length,
    items: [...items.values()].filter(({ isRetired }) => !isRetired).length,
  }
  return { findings: [...paid, ...ending, ...noReceipt, ...notCovered], counts }
}
