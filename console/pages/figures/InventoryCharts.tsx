import { useQuery } from '@tanstack/react-query'
import type { InventoryValues } from '../../../contract/api/analytics.ts'
import { inventoryValuesQuery } from '../../api/queries.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import { CategoryChart } from '../../parts/CategoryChart.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { PageSkeleton } from '../../parts/PageSkeleton.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { useMoney } from './useMoney.ts'

interface FigureProps {
  title: string
  figures: InventoryValues['items']
  format: (value: number) => string
}

function FigurePanel({ title, figures, format }: FigureProps) {
  const texts = useTexts()
  const statuses = Object.keys(texts.gearStatuses) as (keyof typeof texts.gearStatuses)[]
  const types = Object.keys(texts.gearTypes) as (keyof typeof texts.gearTypes)[]
  const rows = types.map((type) => ({
    label: texts.gearTypes[type],
    values: statuses.map((status) => figures.by_type[type].by_status[status]),
  }))
  return (
    <Panel title={title} aside={format(figures.total)}>
      <CategoryChart
        caption={title}
        rowName={texts.fields.gear_type}
        series={statuses.map((status) => texts.gearStatuses[status])}
        rows={rows}
        format={format}
      />
    </Panel>
  )
}

/** Shows number and value of the inventory by type, each divided by status. */
export function InventoryCharts() {
  const texts = useTexts().figures
  const { number } = useFormat()
  const formatMoney = useMoney()
  const { data, error, isPending, refetch } = useQuery(inventoryValuesQuery)
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />
  if (isPending) return <PageSkeleton />
  const money = (value: number): string => formatMoney(value, data.currency)
  return (
    <>
      <FigurePanel title={texts.items} figures={data.items} format={number} />
      <FigurePanel title={texts.replacementValue} figures={data.replacement_value} format={money} />
      <FigurePanel title={texts.purchaseValue} figures={data.purchase_value} format={money} />
    </>
  )
}
