import { VisuallyHidden } from '@mantine/core'
import './charts.css'

export interface ChartRow {
  label: string
  /** One for each series. */
  values: readonly number[]
}

interface ChartProps {
  /** Name of the chart, for its table. */
  caption: string
  /** What the rows are, such as type or month. */
  rowName: string
  series: readonly string[]
  rows: readonly ChartRow[]
  format: (value: number) => string
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** The figures of a chart for those who do not see it. */
function ChartTable({ caption, rowName, series, rows, format }: ChartProps) {
  return (
    <VisuallyHidden>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {[rowName, ...series].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, values }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {values.map((value, index) => (
                <td key={series[index]}>{format(value)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  )
}

/** A horizontal bar a row, divided by the series, with the sum beside it. */
export function StackedBars(props: ChartProps) {
  const { series, rows, format } = props
  const highest = Math.max(...rows.map(({ values }) => sum(values)))
  return (
    <>
      <div className="bars chart-bars" aria-hidden="true">
        {rows.map(({ label, values }) => (
          <div key={label}>
            <span className="soft">{label}</span>
            <span className="chart-line">
              <span className="chart-track">
                {values.map((value, index) => (
                  <span
                    key={series[index]}
                    title={`${series[index] ?? ''}: ${format(value)}`}
                    data-series={index}
                    style={{ width: `${highest === 0 ? 0 : (value / highest) * 100}%` }}
                  />
                ))}
              </span>
              <span className="number bars-text">{format(sum(values))}</span>
            </span>
          </div>
        ))}
        <ul className="chart-legend">
          {series.map((name, index) => (
            <li key={name}>
              <span className="chart-key" data-series={index} />
              {name}
            </li>
          ))}
        </ul>
      </div>
      <ChartTable {...props} />
    </>
  )
}

/** A column a row, for months. */
export function Columns(props: ChartProps & { shortLabel: (row: ChartRow, index: number) => string }) {
  const { rows, format, shortLabel } = props
  const highest = Math.max(...rows.map(({ values }) => sum(values)))
  return (
    <>
      <div className="chart-columns" aria-hidden="true">
        {rows.map((row, index) => (
          <div key={row.label} title={`${row.label}: ${format(sum(row.values))}`}>
            <span className="chart-column">
              <span style={{ height: `${highest === 0 ? 0 : (sum(row.values) / highest) * 100}%` }} />
            </span>
            <span className="chart-tick">{shortLabel(row, index)}</span>
          </div>
        ))}
      </div>
      <ChartTable {...props} />
    </>
  )
}
