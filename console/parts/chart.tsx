import type { BarChartProps } from '@mantine/charts'
import '@mantine/charts/styles.css'
import { Paper, VisuallyHidden } from '@mantine/core'

export interface ChartRow {
  label: string
  /** One for each series. */
  values: readonly number[]
  /** Label under a column, instead of `label`. */
  shortLabel?: string
  /** A second figure, shown beside or under the label. */
  note?: string
  /** Text shown instead of the values while the pointer is over the row. */
  sentence?: string
  color?: string
}

export interface Chart {
  series: readonly string[]
  rows: readonly ChartRow[]
  format: (value: number) => string
}

/** A chart with the table of its figures. */
export interface TableChart extends Chart {
  /** Name of the chart, for its table. */
  caption: string
  /** Kind of the rows, such as type or month. */
  rowName: string
}

export const FIRST_SERIES = 's0'
const SERIES_COLORS = [
  'var(--accent)',
  'color-mix(in srgb, var(--accent) 50%, var(--panel))',
  'var(--busy)',
  'color-mix(in srgb, var(--warn) 75%, var(--panel))',
  'var(--ink-soft)',
]

/** Axis that ends at the highest value. Its length is positive even if all values are 0. */
export const TO_HIGHEST: [number, (highest: number) => number] = [0, (highest) => Math.max(highest, 1)]

export const colorOf = (series: number): string => SERIES_COLORS[series % SERIES_COLORS.length] ?? ''
export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/**
 * Writes a label of an axis by its row. An axis omits labels without room, so their index does not identify the row.
 */
export function byLabel(rows: readonly ChartRow[], write: (row: ChartRow) => string): (label: string) => string {
  return (label) => {
    const row = rows.find((one) => one.label === label)
    return row ? write(row) : ''
  }
}

const showSentence = (writeSentence: (label: string) => string): NonNullable<BarChartProps['tooltipProps']> => ({
  content: ({ label }) => (
    <Paper withBorder shadow="sm" px="sm" py="xs" fz="sm" maw="20rem">
      {writeSentence(String(label))}
    </Paper>
  ),
})

/**
 * Creates the properties that all charts pass to the library. Keys of series have no dot, which it would read as a
 * path.
 */
export function toChartProps({ series, rows, format }: Chart): BarChartProps {
  const hasSentences = rows.some(({ sentence }) => sentence !== undefined)
  return {
    accessibilityLayer: false,
    data: rows.map(({ label, values, color }) => ({
      label,
      color,
      ...Object.fromEntries(values.map((value, index) => [`s${index}`, value])),
    })),
    dataKey: 'label',
    series: series.map((label, index) => ({ name: `s${index}`, label, color: colorOf(index) })),
    tickLine: 'none',
    valueFormatter: format,
    ...(hasSentences && { tooltipProps: showSentence(byLabel(rows, ({ sentence = '' }) => sentence)) }),
  }
}

/** Shows the figures of a chart to screen readers. */
export function ChartTable({ caption, rowName, series, rows, format }: TableChart) {
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
