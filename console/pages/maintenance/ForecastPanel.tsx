import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ForecastLine, ForecastSums } from '../../../contract/forecast.ts'
import { streamWorker } from '../../api/request.ts'
import { useFormat } from '../../app/format.ts'
import { useTexts } from '../../app/language.tsx'
import { Bars } from '../../parts/Bars.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { Panel } from '../../parts/Panel.tsx'

async function readSums(signal: AbortSignal): Promise<ForecastSums | null> {
  for await (const line of streamWorker<ForecastLine>('GET /maintenance/forecast', { query: { months: 12 } }, { signal }))
    if (line.kind === 'sums') return line
  return null
}

/** What service the coming months bring, and its cost as far as it is known. */
export function ForecastPanel() {
  const texts = useTexts().maintenance
  const format = useFormat()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['maintenance', 'forecast'],
    queryFn: ({ signal }) => readSums(signal),
    staleTime: 60_000,
  })
  const bars = (data?.months ?? []).map(({ month, cost, services }) => ({
    label: format.month(`${month}-01`),
    value: cost,
    text: services === 0 ? '–' : cost === 0 ? String(services) : format.money(cost, 0),
  }))
  return (
    <Panel title={texts.forecast} aside={data && texts.forecastSum(data.total.services, format.money(data.total.cost, 0))}>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {isPending && <Skeleton height={120} />}
      {data && <Bars bars={bars} />}
    </Panel>
  )
}
