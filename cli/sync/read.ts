import type { Client } from '../../client/client.ts'
import { PlanSummary, PlanRow, readPlan, readReport, ReportRow } from '../../contract/control/control.ts'
import { CliError } from '../errors.ts'

export interface PlanWithRows<Row> {
  head: PlanSummary
  rows: Row[]
}

async function collectRows<Row>(
  lines: AsyncIterable<unknown>,
  parse: (value: unknown) => Row,
): Promise<PlanWithRows<Row>> {
  const rows: Row[] = []
  let head: PlanSummary | undefined
  for await (const line of lines) {
    if (head) rows.push(parse(line))
    else head = PlanSummary.parse(line)
  }
  if (!head) throw new CliError('The worker sent an empty plan.')
  return { head, rows }
}

export const fetchPlan = (control: Client, id: string): Promise<PlanWithRows<PlanRow>> =>
  collectRows(control.stream(readPlan, { params: { id } }), (value) => PlanRow.parse(value))

export const fetchReport = (control: Client, id: string): Promise<PlanWithRows<ReportRow>> =>
  collectRows(control.stream(readReport, { params: { id } }), (value) => ReportRow.parse(value))
