import type { Client } from '../../../client/client.ts'
import {
  exportForecast,
  ForecastHead,
  ForecastService,
  ForecastSums,
  readForecast,
  type ForecastFormat,
  type ForecastSum,
} from '../../../contract/control/forecast.ts'
import { withControl } from '../../access/control.ts'
import { EXIT, type CommandContext } from '../../base/command.ts'
import { CliError } from '../../base/errors.ts'
import { resolveUserPath } from '../../base/files.ts'
import { writeOrPrintDownload } from '../../show/download.ts'
import { readHeadedStream } from '../../show/readHeadedStream.ts'
import { formatTable } from '../../show/table.ts'
import { chooseTextLimit, formatJson } from '../../show/text.ts'

export interface ForecastOptions {
  months?: string
  json?: boolean
  csv?: boolean
  ics?: boolean
  out?: string
  all?: boolean
}

interface Forecast {
  head: ForecastHead
  services: ForecastService[]
  sums: ForecastSums
}

/** Maximum number of services on a terminal without `--all`. */
const SHOWN_SERVICES = 40
const HEADINGS = ['due on', 'state', 'item', 'service', 'plan', 'cost', 'cost from']
const NO_PLANS =
  'kitroom.yaml has no maintenance plans: only open records are listed. docs/maintenance.md says how to add plans.'
const NO_FEATURE = 'The subscription does not include maintenance: the daily run creates no records until it does.'
const PAUSED =
  'The daily run is paused: it creates no records until somebody resumes it: kitroom automations resume daily'
const ESTIMATION = '"estimated": by the usual rate at which the meter of the item has risen so far.'
const ASSUMPTION = '"assumed": if every service before is completed on its date, and overdue ones today.'

async function fetchForecast(control: Client, months: string | undefined): Promise<Forecast> {
  const { head, items, end } = await readHeadedStream(control.stream(readForecast, { query: { months } }), {
    what: 'forecast',
    head: { kind: 'forecast', schema: ForecastHead },
    item: ForecastService,
    end: { kind: 'sums', schema: ForecastSums },
  })
  return { head, services: items, sums: end }
}

function describeState({
  kind,
  is_overdue: isOverdue,
  is_assumed: isAssumed,
  is_estimated: isEstimated,
  status,
}: ForecastService): string {
  const state = kind === 'planned' ? 'planned' : (status ?? '').replace('_', ' ')
  return [
    ...(isOverdue ? ['overdue'] : []),
    state,
    ...(isAssumed ? ['assumed'] : []),
    ...(isEstimated ? ['estimated'] : []),
  ].join(', ')
}

function describeCostBasis({ cost_from: from, cost_records: records, item_type: type }: ForecastService): string {
  if (from === 'record') return 'the record'
  if (from === 'unknown') return 'unknown'
  return `the last ${records === 1 ? 'one' : records} of ${from === 'item' ? 'the item' : `type ${type}`}`
}

const formatCost = (cost: number, currency: string): string => `${cost.toFixed(2)} ${currency}`

const toCells = (service: ForecastService, currency: string): unknown[] => [
  service.due_on,
  describeState(service),
  service.asset_tag === null ? service.item : `${service.item} (${service.asset_tag})`,
  service.service_type,
  service.plan,
  service.cost === null ? null : formatCost(service.cost, currency),
  describeCostBasis(service),
]

const toSumCells = ({ month, services, cost, currency, unknown }: ForecastSum): unknown[] => [
  month,
  services,
  formatCost(cost, currency),
  unknown === 0 ? null : unknown,
]

function formatServices({ head, services }: Forecast, showsAll: boolean): string[] {
  if (services.length === 0) return []
  const shown = showsAll ? services : services.slice(0, chooseTextLimit(SHOWN_SERVICES))
  const hidden = services.length - shown.length
  const table = formatTable(
    HEADINGS,
    shown.map((service) => toCells(service, head.currency)),
  )
  return [...table.split('\n'), ...(hidden > 0 ? [`… and ${hidden} more (--all shows everything)`] : []), '']
}

function formatSums({ sums, services }: Forecast): string[] {
  if (services.length === 0) return []
  const rows = [...(sums.overdue.services > 0 ? [sums.overdue] : []), ...sums.months, sums.total]
  return formatTable(['month', 'services', 'cost', 'cost unknown'], rows.map(toSumCells)).split('\n')
}

function printForecast({ terminal }: CommandContext, forecast: Forecast, showsAll: boolean): void {
  const { head, services, sums } = forecast
  if (head.plans === 0) terminal.printNote(NO_PLANS)
  else if (!head.creates_records) terminal.printNote(NO_FEATURE)
  else if (head.is_paused) terminal.printNote(PAUSED)
  for (const plan of sums.plans_without_items) terminal.printNote(`No item matches the maintenance plan ${plan}.`)
  if (services.length === 0) terminal.printResult(`No maintenance is due until ${head.until}.`)
  else terminal.printResult([...formatServices(forecast, showsAll), ...formatSums(forecast)].join('\n'))
  if (services.some(({ is_assumed: isAssumed }) => isAssumed)) terminal.printNote(ASSUMPTION)
  if (services.some(({ is_estimated: isEstimated }) => isEstimated)) terminal.printNote(ESTIMATION)
}

function chooseFileFormat({ csv, ics }: ForecastOptions): ForecastFormat | undefined {
  if (csv) return 'csv'
  return ics ? 'ics' : undefined
}

/** `kitroom maintenance forecast`: the services of the coming months, with their costs. */
export const forecastCommand = (context: CommandContext, options: ForecastOptions): Promise<number> =>
  withControl(context.env, async (control) => {
    const { months, json, out } = options
    const format = chooseFileFormat(options)
    if (out !== undefined && !format) throw new CliError('Say what to write: --csv or --ics.')
    if (format) {
      const path = out === undefined ? undefined : resolveUserPath(context.env, out)
      await writeOrPrintDownload(
        context.terminal,
        path,
        control.download(exportForecast, { query: { months, format } }),
      )
      return EXIT.success
    }
    const forecast = await fetchForecast(control, months)
    const { head, services, sums } = forecast
    const { kind: _head, ...shownHead } = head
    const { kind: _sums, ...shownSums } = sums
    if (json) context.terminal.printResult(formatJson({ ...shownHead, data: services, ...shownSums }))
    else printForecast(context, forecast, options.all === true)
    return EXIT.success
  })
