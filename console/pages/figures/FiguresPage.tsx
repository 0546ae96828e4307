import { useQuery } from '@tanstack/react-query'
import { analyticsQuery } from '../../api/queries.ts'
import { useFormat } from '../../app/format.ts'
import { useTexts } from '../../app/language.tsx'
import { Bars } from '../../parts/Bars.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { PageHead } from '../../parts/PageHead.tsx'
import { PageSkeleton } from '../../parts/PageSkeleton.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { InventoryCharts } from './InventoryCharts.tsx'
import { MonthCharts } from './MonthCharts.tsx'

/** The inventory by type and status, months, and numbers of other records, exact at the moment of the answer. */
export function FiguresPage() {
  const texts = useTexts()
  const format = useFormat()
  const { data, error, isPending, refetch } = useQuery(analyticsQuery)
  const toBars = (counts: Record<string, number>, names: Record<string, string>) =>
    Object.entries(counts).map(([name, value]) => ({ label: names[name] ?? name, value, text: format.number(value) }))
  const note = data && (
    <>
      {texts.figures.computed} <Moment at={data.generated_at} />
    </>
  )
  return (
    <>
      <PageHead title={texts.figures.title} note={note} />
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {isPending && <PageSkeleton />}
      {data && (
        <div className="panels">
          <InventoryCharts />
          <MonthCharts />
          <Panel title={texts.figures.shoots} aside={format.number(data.shoots.total)}>
            <Bars bars={toBars(data.shoots.by_status, texts.shoots.statuses)} />
          </Panel>
          <Panel title={texts.figures.maintenance} aside={format.number(data.maintenance.total)}>
            <Bars bars={toBars(data.maintenance.by_status, texts.maintenance.statuses)} />
          </Panel>
          <Panel title={texts.figures.documents} aside={format.number(data.documents.total)}>
            <Bars bars={toBars(data.documents.by_type, texts.documents.types)} />
          </Panel>
        </div>
      )}
    </>
  )
}
