import { useMediaQuery } from '@mantine/hooks'
import type { ForecastSum, ForecastSums } from '../../../contract/control/forecast.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import { CategoryBars } from '../../parts/CategoryChart.tsx'
import type { ChartRow } from '../../parts/chart.tsx'
import { MonthColumns } from '../../parts/MonthChart.tsx'

/** Minimum width at which a cost fits above each month. */
const WIDE = { query: '(width >= 75rem)', px: 1200 }

/** Shows cost and number of services per month. Each month also has a sentence for screen readers. */
export function ForecastChart({ sums }: { sums: ForecastSums }) {
  const { maintenance: texts, today } = useTexts()
  const format = useFormat()
  const isWide = useMediaQuery(WIDE.query, window.innerWidth >= WIDE.px)
  const toRow = ({ cost, services, unknown }: ForecastSum, name: string) => ({
    label: name,
    values: [cost],
    note: services === 0 ? '–' : format.number(services),
    sentence: texts.monthSentence(name, services, format.money(cost, 0), unknown),
  })
  const months = sums.months.map((sum) => ({
    ...toRow(sum, format.month(`${sum.month}-01`)),
    shortLabel: format.shortMonth(`${sum.month}-01`),
  }))
  const overdue = { ...toRow(sums.overdue, today.overdue), color: 'var(--bad)' }
  const rows: (ChartRow & { sentence: string })[] = sums.overdue.services > 0 ? [overdue, ...months] : months
  const chart = {
    series: [texts.cost],
    rows,
    format: (cost: number): string => (cost > 0 ? format.money(cost, 0) : ''),
  }
  return (
    <figure className="forecast">
      <figcaption className="small soft">{texts.chartText}</figcaption>
      {isWide ? <MonthColumns {...chart} isWide /> : <CategoryBars {...chart} />}
      <ol className="sr-only">
        {rows.map(({ label, sentence }) => (
          <li key={label}>{sentence}</li>
        ))}
      </ol>
    </figure>
  )
}
