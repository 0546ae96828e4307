import { BarChart } from '@mantine/charts'
import { ColorSwatch, Group } from '@mantine/core'
import { YAxis } from 'recharts'
import {
  byLabel,
  ChartTable,
  colorOf,
  FIRST_SERIES,
  sum,
  TO_HIGHEST,
  toChartProps,
  type Chart,
  type ChartRow,
  type TableChart,
} from './chart.tsx'

const ROW_PX = 26
const MIN_BAR_PX = 2
const LETTER_PX = 7.25
const GAP_PX = 12

/**
 * Position below the row: a tooltip beside the pointer would exceed a phone's screen, and one inside the chart would
 * cover its row.
 */
const BELOW_ROW = { position: { x: 0 }, allowEscapeViewBox: { y: true }, wrapperStyle: { zIndex: 1 } }

/** Creates an axis as wide as its longest label. Labels begin or end at the edge of the chart. */
function toAxis(rows: readonly ChartRow[], write: (row: ChartRow) => string, edge: 'left' | 'right') {
  const width = Math.ceil(Math.max(...rows.map((row) => write(row).length)) * LETTER_PX) + GAP_PX
  // The library writes labels 8 px beside the bars.
  const shiftPx = edge === 'left' ? 8 - width : width - 8
  const anchor = edge === 'left' ? ('start' as const) : ('end' as const)
  const fill = edge === 'left' ? 'currentColor' : 'var(--ink)'
  const tick = { fontSize: 12, fill, textAnchor: anchor, transform: `translate(${shiftPx}, 0)` }
  return { width, interval: 0 as const, tick, tickFormatter: byLabel(rows, write) }
}

/** Shows one horizontal bar per row, divided by the series, with the sum beside it. */
export function CategoryBars(chart: Chart) {
  const { series, rows, format } = chart
  const shared = toChartProps(chart)
  const hasNotes = rows.some(({ note }) => note !== undefined)
  return (
    <div aria-hidden="true">
      <BarChart
        {...shared}
        orientation="vertical"
        type="stacked"
        h={rows.length * ROW_PX}
        gridAxis="none"
        maxBarWidth={12}
        barProps={({ name }) => ({
          // The library passes the end of a segment, so with several series it would also draw segments without a
          // value.
          ...(series.length === 1 && { minPointSize: (value) => (value ? MIN_BAR_PX : 0) }),
          ...(name === FIRST_SERIES && { background: { fill: 'var(--quiet-soft)' } }),
        })}
        barChartProps={{ margin: { top: 0, right: 0, bottom: 0, left: 0 } }}
        tooltipProps={{ ...shared.tooltipProps, ...BELOW_ROW }}
        withXAxis={false}
        xAxisProps={{ domain: TO_HIGHEST }}
        yAxisProps={toAxis(rows, ({ label }) => label, 'left')}
        withRightYAxis
        rightYAxisProps={toAxis(rows, ({ values }) => format(sum(values)), 'right')}
      >
        {hasNotes && (
          <YAxis
            yAxisId="notes"
            orientation="right"
            type="category"
            dataKey="label"
            axisLine={false}
            tickLine={false}
            {...toAxis(rows, ({ note = '' }) => note, 'right')}
          />
        )}
      </BarChart>
      {series.length > 1 && (
        <Group gap="0.25rem 1rem" mt="xs" fz="xs" c="dimmed">
          {series.map((name, index) => (
            <Group key={name} gap="0.375rem" wrap="nowrap">
              <ColorSwatch color={colorOf(index)} size={10} withShadow={false} />
              {name}
            </Group>
          ))}
        </Group>
      )}
    </div>
  )
}

/** Shows figures by category, such as the type of gear. */
export const CategoryChart = (chart: TableChart) => (
  <>
    <CategoryBars {...chart} />
    <ChartTable {...chart} />
  </>
)
