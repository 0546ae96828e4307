import { toFieldKey } from '../../../contract/api/fieldKeys.ts'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import type { CustomField } from '../../../contract/api/customFields.ts'
import { useRights } from '../../api/session.ts'
import { useFormat } from '../../base/format.ts'
import { useCategoryLabels } from '../../base/useCategories.ts'
import { useTexts } from '../../base/language.tsx'
import { useCustomFields } from '../../base/useCustomFields.ts'
import { Empty } from '../../parts/Empty.tsx'
import { EmptyInventory } from '../../parts/EmptyInventory.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { Icon } from '../../parts/icons.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { PageHead } from '../../parts/PageHead.tsx'
import { PageSkeleton } from '../../parts/PageSkeleton.tsx'
import './bulk/bulk.css'
import { SelectBar } from './bulk/SelectBar.tsx'
import { useSelection, type Selection } from './bulk/selection.ts'
import { createColumns, nameColumns, readColumns, showColumns, storeColumns } from './columns.tsx'
import { toCsv } from './csv.ts'
import { downloadText, readAllGear } from './download.ts'
import { ColumnChoice, Filters } from './Filters.tsx'
import { GearTable } from './GearTable.tsx'
import './inventory.css'
import { isFiltered, toGearQuery, withSort, type InventorySearch } from './search.ts'
import { useGearPages } from './usePages.ts'

const route = getRouteApi('/inventory')
const BulkEditDialog = lazy(async () => ({ default: (await import('./bulk/BulkEditDialog.tsx')).BulkEditDialog }))

/** @param customFields own fields that are columns */
function CsvButton({ search, customFields }: { search: InventorySearch; customFields: readonly CustomField[] }) {
  const texts = useTexts()
  const { today } = useFormat()
  const [progress, setProgress] = useState<[done: number, total: number]>()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const items = await readAllGear(toGearQuery(search), (done, total) => setProgress([done, total]))
      downloadText(toCsv(items, customFields), `inventory-${today}.csv`, 'text/csv')
    },
  })
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name="download" size={16} />}
        onClick={() => mutate()}
        disabled={isPending}
      >
        {isPending && progress ? texts.inventory.csvProgress(...progress) : texts.inventory.csv}
      </Button>
      {error && <ErrorNote error={error} />}
    </>
  )
}

/**
 * True if bulk edits are allowed. They are plans of the worker, so they need an owner key and the right to change gear.
 */
function useCanEditMany(): boolean {
  const { can, ownerCan } = useRights()
  return can('gear:write') && ownerCan('automation:read') && ownerCan('automation:write')
}

function BulkEdit({ selection, total }: { selection: Selection; total: number }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <SelectBar selection={selection} total={total} onEdit={() => setOpen(true)} />
      {isOpen && (
        <Suspense>
          <BulkEditDialog selection={selection} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function NoGear({ search }: { search: InventorySearch }) {
  const texts = useTexts()
  if (isFiltered(search))
    return (
      <Empty title={texts.inventory.noMatchTitle} text={texts.inventory.noMatchText}>
        <Link to="/inventory" search={{}}>
          {texts.inventory.clear}
        </Link>
      </Empty>
    )
  return <EmptyInventory title={texts.inventory.emptyTitle} />
}

const NONE: readonly CustomField[] = []

/** Own fields that can be columns, filters and orders, and the columns that a person has chosen. */
function useColumnChoice() {
  const texts = useTexts()
  const format = useFormat()
  const { fields = NONE } = useCustomFields()
  const categories = useCategoryLabels()
  const [stored, setStored] = useState(readColumns)
  const customFields = useMemo(() => fields.filter(({ state }) => state !== 'ending'), [fields])
  const columns = useMemo(() => showColumns(stored, customFields), [stored, customFields])
  return {
    customFields,
    columns,
    names: nameColumns(createColumns(texts, format, customFields, categories)),
    chosenFields: customFields.filter(({ name }) => columns[toFieldKey(name)] === true),
    choose: (changed: typeof columns): void => {
      setStored(changed)
      storeColumns(changed)
    },
  }
}

export function InventoryPage() {
  const texts = useTexts()
  const { can } = useRights()
  const search = route.useSearch()
  const navigate = useNavigate()
  const [[first, last], setRange] = useState([0, 0])
  const { customFields, columns, names, chosenFields, choose } = useColumnChoice()
  const pages = useGearPages(toGearQuery(search), first, last)
  const selection = useSelection(search, pages.total ?? 0)
  const canEditMany = useCanEditMany()
  const onRange = useCallback((from: number, to: number) => setRange([from, to]), [])
  const show = (changed: InventorySearch): void => void navigate({ to: '/inventory', search: changed, replace: true })
  const sort = (order: string | undefined): void => show(withSort(search, order))
  const note =
    pages.total === undefined ? undefined : <span aria-live="polite">{texts.inventory.total(pages.total)}</span>
  return (
    <>
      <PageHead title={texts.inventory.title} note={note}>
        <ColumnChoice names={names.slice(1)} columns={columns} onChange={choose} />
        <CsvButton search={search} customFields={chosenFields} />
        {can('gear:write') && (
          <LinkButton to="/inventory/new" icon="plus">
            {texts.inventory.add}
          </LinkButton>
        )}
      </PageHead>
      <Filters search={search} orders={names} customFields={customFields} onChange={show} />
      {pages.error && <ErrorNote error={pages.error} onRetry={pages.refetch} />}
      {pages.isPending && <PageSkeleton />}
      {pages.total === 0 && !pages.error && <NoGear search={search} />}
      {(pages.total ?? 0) > 0 && !pages.error && (
        <GearTable
          pages={pages}
          columns={columns}
          customFields={customFields}
          sort={search.sort}
          onSort={sort}
          onRange={onRange}
          selection={canEditMany ? selection : undefined}
        />
      )}
      {canEditMany && <BulkEdit selection={selection} total={pages.total ?? 0} />}
    </>
  )
}
