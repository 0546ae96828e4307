import type { CalendarEntry } from '../../calendars/entry.ts'
import { renderCalendarText } from '../../calendars/ical/calendar.ts'
import { readAccount } from '../../activities/shared/api.ts'
import type { TableCell } from '../../contract/csv.ts'
import type { exportForecast, ForecastLine, ForecastService } from '../../contract/control/forecast.ts'
import type { Input } from '../../contract/operation.ts'
import { toIsoTime } from '../../platform/clock.ts'
import { writeCsv } from '../../sheets/write/csv.ts'
import type { WorkerContext } from '../context/context.ts'
import { createWorkerError } from '../context/errors.ts'
import { forecastLines, isForecastHead, type ForecastContext } from './forecast.ts'

const CSV_HEADERS = [
  'due_on',
  'kind',
  'status',
  'overdue',
  'assumed',
  'estimated',
  'created_on',
  'asset_tag',
  'item',
  'item_type',
  'service_type',
  'provider',
  'plan',
  'cost',
  'currency',
  'cost_from',
  'cost_records',
  'maintenance_id',
  'item_id',
]

const toFlagCell = (flag: boolean): TableCell => (flag ? 'yes' : 'no')

const toCells = (service: ForecastService, currency: string): TableCell[] => [
  service.due_on,
  service.kind,
  service.status,
  toFlagCell(service.is_overdue),
  toFlagCell(service.is_assumed),
  toFlagCell(service.is_estimated),
  service.created_on,
  service.asset_tag,
  service.item,
  service.item_type,
  service.service_type,
  service.service_provider,
  service.plan,
  service.cost,
  service.cost === null ? null : currency,
  service.cost_from,
  service.cost_records,
  service.maintenance_id,
  service.item_id,
]

async function* toTable(lines: AsyncIterable<ForecastLine>): AsyncGenerator<TableCell[]> {
  let currency = ''
  yield CSV_HEADERS
  for await (const line of lines) {
    if (isForecastHead(line)) ({ currency } = line)
    else if (line.kind !== 'sums') yield toCells(line, currency)
  }
}

/** Maximum number of events. A calendar is built in memory, and no program shows more. */
const MAX_EVENTS = 20_000

const describeService = ({
  plan,
  is_assumed: isAssumed,
  is_estimated: isEstimated,
  service_provider: provider,
}: ForecastService): string =>
  [
    ...(plan === null ? [] : [`Forecast of the maintenance plan ${plan}.`]),
    ...(isAssumed ? ['It is assumed that the services before are completed on their dates.'] : []),
    ...(isEstimated ? ['The date is estimated from the use of the item so far.'] : []),
    ...(provider === null ? [] : [`Provider: ${provider}`]),
  ].join('\n')

/**
 * Converts a service to an event. An open service has the UID of its record, as in the feeds. A planned one has a
 * separate UID, which is equal in the next forecast.
 */
function toEntry(service: ForecastService, at: string): CalendarEntry {
  const {
    kind,
    due_on: day,
    item,
    asset_tag: tag,
    service_type: type,
    maintenance_id: id,
    item_id: itemId,
    plan,
  } = service
  return {
    id: id ?? `forecast-${itemId}-${plan}-${day}`,
    day,
    time: null,
    minutes: 0,
    title: tag === null ? `${type}: ${item}` : `${type}: ${item} (${tag})`,
    place: null,
    details: describeService(service),
    isTentative: kind === 'planned',
    isFree: true,
    isChosen: true,
    isCancelled: false,
    sequence: 0,
    createdAt: at,
    updatedAt: at,
  }
}

/**
 * Renders a forecast. Costs are left out, as in the other calendars.
 * @throws WorkerError for more events than a calendar can have
 */
async function renderForecast(
  context: Pick<WorkerContext, 'api' | 'clock' | 'account'>,
  lines: AsyncIterable<ForecastLine>,
): Promise<string> {
  const { timeZone: zone } = await readAccount(context.api)
  const at = toIsoTime(context.clock.nowMs())
  const entries: CalendarEntry[] = []
  for await (const line of lines) {
    if (line.kind === 'forecast' || line.kind === 'sums') continue
    entries.push(toEntry(line, at))
    if (entries.length > MAX_EVENTS) throw createWorkerError('forecast_too_long', { max: MAX_EVENTS })
  }
  const year = Number(at.slice(0, 4))
  return renderCalendarText({
    name: 'Maintenance forecast',
    zone,
    uidHost: `${context.account}.kitroom`,
    revision: 0,
    entries,
    year,
  })
}

export async function* exportForecastFile(
  context: ForecastContext & Pick<WorkerContext, 'account'>,
  { query }: Input<typeof exportForecast>,
): AsyncGenerator<Uint8Array> {
  const lines = forecastLines(context, query.months)
  if (query.format === 'ics') yield Buffer.from(await renderForecast(context, lines))
  else for await (const chunk of writeCsv(toTable(lines))) yield Buffer.from(chunk)
}
