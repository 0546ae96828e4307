import type { CSSProperties } from 'react'
import type { ForecastSum, ForecastSums } from '../../../contract/forecast.ts'
import { useFormat } from '../../app/format.ts'
import { useTexts } from '../../app/language.tsx'

interface Column {
  label: string
  /** Such as: March 2027: 3 services, 240 €. */
  sentence: string
  sum: ForecastSum
  isOverdue: boolean
}

function ColumnBar({ column: { label, sentence, sum, isOverdue }, highest }: { column: Column; highest: number }) {
  const format = useFormat()
  return (
    <li className="forecast-column" title={sentence}>
      <span className="sr-only">{sentence}</span>
      <span className="forecast-cost number" aria-hidden="true">
        {sum.cost > 0 ? format.money(sum.cost, 0) : ''}
      </span>
      <span className="forecast-track" aria-hidden="true">
        <span data-overdue={isOverdue} style={{ '--share': `${highest === 0 ? 0 : (sum.cost / highest) * 100}%` } as CSSProperties} />
      </span>
      <span className="forecast-services number" aria-hidden="true">
        {sum.services === 0 ? '–' : format.number(sum.services)}
      </span>
      <span className="forecast-month soft" aria-hidden="true">
        {label}
      </span>
    </li>
  )
}

/** Cost of each month as columns, with the number of services below. Each column is a sentence for those who do not see it. */
export function ForecastChart({ sums }: { sums: ForecastSums }) {
  const { maintenance: texts, today } = useTexts()
  const format = useFormat()
  const toColumn = (sum: ForecastSum, name: string, label: string, isOverdue: boolean): Column => ({
    label,
    sum,
    isOverdue,
    sentence: texts.monthSentence(name, sum.services, format.money(sum.cost, 0), sum.unknown),
  })
  const months = sums.months.map((sum) => toColumn(sum, format.month(`${sum.month}-01`), format.shortMonth(`${sum.month}-01`), false))
  const columns = sums.overdue.services > 0 ? [toColumn(sums.overdue, today.overdue, today.overdue, true), ...months] : months
  const highest = Math.max(...columns.map(({ sum }) => sum.cost))
  return (
    <figure className="forecast">
      <figcaption className="small soft">{texts.chartText}</figcaption>
      <ol className="forecast-columns">
        {columns.map((column) => (
          <ColumnBar key={column.sum.month} column={column} highest={highest} />
        ))}
      </ol>
    </figure>
  )
}
