import { cutText, utf16Limit } from '../../../messages/channels/content.ts'
import type { PlanRow } from '../../../contract/control/control.ts'
import type { MessageDetails } from '../../../messages/channels/channel.ts'
import type { Texts } from '../../../messages/languages/texts.ts'
import type { Tx } from '../../../platform/sql/types.ts'
import { listUnsentRows } from '../../../state/sync/planRows.ts'

const MAX_SHOWN_ROWS = 20
const MAX_VALUE = utf16Limit(80)
const MAX_LINE = utf16Limit(400)

const formatValue = (value: unknown): string =>
  cutText(typeof value === 'string' ? value : JSON.stringify(value ?? null), MAX_VALUE)

function describeFields({ fields = {}, changed = {} }: PlanRow): string {
  const changes = Object.entries(changed).map(
    ([field, { from, to }]) => `${field}: ${formatValue(from)} → ${formatValue(to)}`,
  )
  return (
    changes.length > 0 ? changes : Object.entries(fields).map(([field, value]) => `${field}: ${formatValue(value)}`)
  ).join(', ')
}

function describeRow(row: PlanRow, { problems: { sync, plan }, format }: Texts): string {
  const changes: Readonly<Record<string, string>> = sync.changes
  const place = row.row > 0 ? [plan.row(format.count(row.row))] : []
  const head = [changes[row.outcome] ?? row.outcome, ...(row.key === undefined ? [] : [row.key]), ...place].join(', ')
  const fields = describeFields(row)
  return cutText(fields === '' ? head : `${head}: ${fields}`, MAX_LINE)
}

/** Reads the first rows of a waiting plan that change an item. */
export const readFirstRows = async (tx: Tx, runId: string): Promise<PlanRow[]> =>
  (await listUnsentRows(tx, runId, 0, MAX_SHOWN_ROWS)).map(({ body }) => JSON.parse(body) as PlanRow)

/**
 * Describes the first rows of a plan, each on a line of at most 400 characters.
 * @param actions number of rows that change an item
 */
export function describeRows(rows: readonly PlanRow[], actions: number, texts: Texts): MessageDetails {
  const { problems, format } = texts
  const isPart = rows.length < actions
  return {
    title: isPart
      ? problems.plan.first({ listed: format.count(rows.length), all: format.count(actions) })
      : problems.plan.every,
    lines: rows.map((row) => describeRow(row, texts)),
  }
}
