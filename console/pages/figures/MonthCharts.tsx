import { useQuery } from '@tanstack/react-query'
import { monthsQuery } from '../../api/queries.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import type { ChartRow } from '../../parts/chart.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { MonthChart } from '../../parts/MonthChart.tsx'
import { PageSkeleton } from '../../parts/PageSkeleton.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { useMoney } from './useMoney.ts'

const PAST_MONTHS = 11
const COMING_MONTHS = 3

/** Adds months to a day's month, as YYYY-MM. */
function addMonths(day: string, months: number): string {
  const date = new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + months))
  return date.toISOString().slice(0, 7)
}

/** Shows cost of service and number of shoots by month, for the last year; shoots also for the coming months. */
export function MonthCharts() {
  const texts = useTexts().figures
  const { today, number, month: formatMonth, shortMonth } = useFormat()
  const formatMoney = useMoney()
  const { data, error, isPending, refetch } = useQuery(
    monthsQuery(addMonths(today, -PAST_MONTHS), addMonths(today, COMING_MONTHS)),
  )
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />
  if (isPending) return <PageSkeleton />
  const money = (value: number): string => formatMoney(value, data.currency)
  const toRow = (month: string, value: number): ChartRow => ({
    label: formatMonth(`${month}-01`),
    shortLabel: shortMonth(`${month}-01`),
    values: [value],
  })
  const past = data.months.filter(({ month }) => month <= today.slice(0, 7))
  const cost = past.reduce((sum, { service_cost: one }) => sum + one, 0)
  return (
    <>
      <Panel title={texts.serviceCost} aside={money(cost)}>
        <MonthChart
          caption={texts.serviceCost}
          rowName={texts.month}
          series={[texts.cost]}
          rows={past.map(({ month, service_cost: value }) => toRow(month, value))}
          format={money}
        />
      </Panel>
      <Panel title={texts.bookings} aside={texts.coming(COMING_MONTHS)}>
        <MonthChart
          caption={texts.bookings}
          rowName={texts.month}
          series={[texts.shoots]}
          rows={data.months.map(({ month, shoots }) => toRow(month, shoots))}
          format={number}
        />
      </Panel>
    </>
  )
}
