import { SegmentedControl, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { ForecastLine, ForecastSum, ForecastSums } from '../../../contract/control/forecast.ts'
import { createBrokenAnswer } from '../../api/problem.ts'
import { streamWorker } from '../../api/request.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import { lazyRouteComponent } from '../../base/lazyPage.ts'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { Panel } from '../../parts/Panel.tsx'

/** The chart loads after the board, which does not wait for the chart library. */
const ForecastChart = lazyRouteComponent(() => import('./ForecastChart.tsx'), 'ForecastChart')

async function readSums(signal: AbortSignal): Promise<ForecastSums> {
  for await (const line of streamWorker<ForecastLine>(
    'GET /maintenance/forecast',
    { query: { months: 12 } },
    { signal },
  ))
    if (line.kind === 'sums') return line
  throw createBrokenAnswer()
}

function SumRow({ name, sum }: { name: string; sum: ForecastSum }) {
  const format = useFormat()
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="number">{format.number(sum.services)}</td>
      <td className="number">{format.money(sum.cost)}</td>
      <td className="number">{format.number(sum.unknown)}</td>
    </tr>
  )
}

function ForecastTable({ sums }: { sums: ForecastSums }) {
  const { maintenance: texts, today } = useTexts()
  const format = useFormat()
  return (
    <table className="sheet forecast-table">
      <thead>
        <tr>
          <th scope="col">{texts.month}</th>
          <th scope="col">{texts.services}</th>
          <th scope="col">{texts.cost}</th>
          <th scope="col">{texts.unknownCost}</th>
        </tr>
      </thead>
      <tbody>
        {sums.overdue.services > 0 && <SumRow name={today.overdue} sum={sums.overdue} />}
        {sums.months.map((sum) => (
          <SumRow key={sum.month} name={format.month(`${sum.month}-01`)} sum={sum} />
        ))}
        <SumRow name={texts.total} sum={sums.total} />
      </tbody>
    </table>
  )
}

/** Shows services of the coming months and their known cost, as a chart or a table. */
export function ForecastPanel() {
  const texts = useTexts().maintenance
  const format = useFormat()
  const [shown, setShown] = useState<'chart' | 'table'>('chart')
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['maintenance', 'forecast'],
    queryFn: ({ signal }) => readSums(signal),
    staleTime: 60_000,
  })
  return (
    <Panel
      title={texts.forecast}
      aside={data && texts.forecastSum(data.total.services, format.money(data.total.cost, 0))}
    >
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {isPending && <Skeleton height={180} />}
      {data && (
        <div className="stack">
          <SegmentedControl
            size="xs"
            w="fit-content"
            aria-label={texts.forecast}
            data={(['chart', 'table'] as const).map((value) => ({ value, label: texts.forms[value] }))}
            value={shown}
            onChange={(value) => setShown(value)}
          />
          {shown === 'chart' ? (
            <Suspense fallback={<Skeleton height={180} />}>
              <ForecastChart sums={data} />
            </Suspense>
          ) : (
            <ForecastTable sums={data} />
          )}
        </div>
      )}
    </Panel>
  )
}
