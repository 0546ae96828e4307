import { BarChart } from '@mantine/charts'
import { XAxis } from 'recharts'
import { byLabel, ChartTable, TO_HIGHEST, toChartProps, type Chart, type TableChart } from './chart.tsx'

const HEIGHT_PX = 176
const WIDE_HEIGHT_PX = 216
const VALUE_PX = 20

/** Shows one column per row. Wide columns have their values above them, others an axis. */
export function MonthColumns({ isWide = false, ...chart }: Chart & { isWide?: boolean }) {
  const { rows } = chart
  return (
    <div aria-hidden="true">
      <BarChart
        {...toChartProps(chart)}
        h={isWide ? WIDE_HEIGHT_PX : HEIGHT_PX}
        gridAxis={isWide ? 'none' : 'x'}
        maxBarWidth={44}
        barProps={{ radius: [4, 4, 0, 0], minPointSize: (value) => (value ? 2 : 0) }}
        barChartProps={{ margin: { top: isWide ? VALUE_PX : 8, right: 0, bottom: 0, left: 0 } }}
        withBarValueLabel={isWide}
        valueLabelProps={{ fill: 'var(--ink)' }}
        withYAxis={!isWide}
        yAxisProps={
          isWide
            ? { domain: TO_HIGHEST }
            : { width: 'auto', allowDecimals: false, tick: { fontSize: 12, fill: 'currentColor' } }
        }
        xAxisProps={{
          interval: isWide ? 0 : 'equidistantPreserveStart',
          minTickGap: 8,
          axisLine: { stroke: 'var(--line-strong)' },
          tickFormatter: byLabel(rows, ({ label, shortLabel = label }) => shortLabel),
        }}
      >
        {isWide && (
          <XAxis
            xAxisId="notes"
            dataKey="label"
            axisLine={false}
            tickLine={false}
            interval={0}
            height={VALUE_PX}
            tick={{ fontSize: 12, fontWeight: 550, fill: 'var(--ink)' }}
            tickFormatter={byLabel(rows, ({ note = '' }) => note)}
          />
        )}
      </BarChart>
    </div>
  )
}

/** Figures by month. */
export const MonthChart = (chart: TableChart) => (
  <>
    <MonthColumns {...chart} />
    <ChartTable {...chart} />
  </>
)
