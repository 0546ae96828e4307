import { useQuery } from '@tanstack/react-query'
import { analyticsQuery } from '../../api/queries.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import { CategoryChart } from '../../parts/CategoryChart.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { PageHead } from '../../parts/PageHead.tsx'
import { PageSkeleton } from '../../parts/PageSkeleton.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { InventoryCharts } from './InventoryCharts.tsx'
import { MonthCharts } from './MonthCharts.tsx'

interface CountProps {
  title: string
  /** Name of the rows by which records are counted. */
  rowName: string
  total: number
  counts: Record<string, number>
  names: Record<string, string>
}

/** Shows the number of records of each status or type. */
function CountPanel({ title, rowName, total, counts, names }: CountProps) {
  const format = useFormat()
  const rows = Object.entries(counts).map(([name, count]) => ({ label: names[name] ?? name, values: [count] }))
  return (
    <Panel title={title} aside={format.number(total)}>
      <CategoryChart caption={title} rowName={rowName} series={[title]} rows={rows} format={format.number} />
    </Panel>
  )
}

/**
 * Shows the inventory by type and status, figures by month, and counts of other records, exact at the time of the
 * response.
 */
export function FiguresPage() {
  const texts = useTexts()
  const { data, error, isPending, refetch } = useQuery(analyticsQuery)
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
          <CountPanel
            title={texts.figures.shoots}
            rowName={texts.fields.status}
            total={data.shoots.total}
            counts={data.shoots.by_status}
            names={texts.shoots.statuses}
          />
          <CountPanel
            title={texts.figures.maintenance}
            rowName={texts.fields.status}
            total={data.maintenance.total}
            counts={data.maintenance.by_status}
            names={texts.maintenance.statuses}
          />
          <CountPanel
            title={texts.figures.documents}
            rowName={texts.documents.type}
            total={data.documents.total}
            counts={data.documents.by_type}
            names={texts.documents.types}
          />
        </div>
      )}
    </>
  )
}
