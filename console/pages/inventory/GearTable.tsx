import { Skeleton } from '@mantine/core'
import { useElementSize, useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { flexRender, getCoreRowModel, useReactTable, type Column, type VisibilityState } from '@tanstack/react-table'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { CustomField } from '../../../contract/api/customFields.ts'
import type { Gear } from '../../../contract/api/gear.ts'
import { useFormat } from '../../base/format.ts'
import { useCategoryLabels } from '../../base/useCategories.ts'
import { useTexts } from '../../base/language.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { SelectAllCell, SelectCell } from './bulk/SelectCell.tsx'
import type { Selection } from './bulk/selection.ts'
import { createColumns, sortKeyOf, statusTones } from './columns.tsx'
import { findSortState, SortHeader } from './SortHeader.tsx'
import type { GearPages } from './usePages.ts'

const ROW_PX = 40
const CARD_PX = 64
const OVERSCAN = 12

type GearColumn = Column<Gear>

/** Least width of a column once own fields are among them, so that any number of columns is legible. */
const MIN_COLUMN_PX = 88
const SELECT_PX = 48

/**
 * Returns the width of the table if it must scroll in the given space. Without own fields its columns share the space.
 */
function findScrollWidth(columns: readonly GearColumn[], spacePx: number): number | undefined {
  if (!columns.some(({ columnDef }) => columnDef.meta?.isCustom === true)) return undefined
  const isRigid = ({ id, columnDef }: GearColumn): boolean => id === 'item' || columnDef.meta?.isWhole === true
  const sum = (widthPxOf: (column: GearColumn) => number): number =>
    columns.reduce((total, column) => total + widthPxOf(column), SELECT_PX)
  const minPx = sum((column) => (isRigid(column) ? column.getSize() : MIN_COLUMN_PX))
  return minPx > spacePx ? sum((column) => column.getSize()) : undefined
}

function widthOf(column: GearColumn) {
  const size = `${column.getSize()}px`
  if (column.id === 'item') return { flex: `1 0 ${size}` }
  return { flex: column.columnDef.meta?.isWhole === true ? `0 0 ${size}` : `0 1 ${size}` }
}
const classOf = (column: GearColumn): string => (column.columnDef.meta?.isNumber === true ? 'cell cell-number' : 'cell')

function useGearColumns(columns: VisibilityState, fields: readonly CustomField[]): GearColumn[] {
  const texts = useTexts()
  const format = useFormat()
  const categories = useCategoryLabels()
  const definitions = useMemo(
    () => createColumns(texts, format, fields, categories),
    [texts, format, fields, categories],
  )
  const table = useReactTable<Gear>({
    data: useMemo(() => [], []),
    columns: definitions as never,
    state: { columnVisibility: columns },
    getCoreRowModel: getCoreRowModel(),
  })
  return table.getVisibleLeafColumns()
}

function Cell({ column, item }: { column: GearColumn; item: Gear }) {
  const getValue = () => column.accessorFn?.(item, 0)
  const content = column.columnDef.cell
  const shown =
    typeof content === 'function' && column.id !== 'item'
      ? flexRender(content, { getValue } as never)
      : String(getValue())
  return (
    <div role="cell" className={classOf(column)} style={widthOf(column)}>
      {column.id === 'item' ? (
        <Link to="/inventory/$id" params={{ id: item.id }} className="row-link clip" dir="auto">
          {shown}
        </Link>
      ) : (
        <span className="clip" dir="auto">
          {shown}
        </span>
      )}
    </div>
  )
}

function Card({ item }: { item: Gear }) {
  const texts = useTexts()
  return (
    <div role="cell" className="gear-card">
      <Link to="/inventory/$id" params={{ id: item.id }} className="row-link clip" dir="auto">
        {item.brand} {item.model}
      </Link>
      <Tag tone={statusTones[item.status]}>{texts.gearStatuses[item.status]}</Tag>
      <span className="soft small clip" dir="auto">
        {[texts.gearTypes[item.gear_type], item.asset_tag, item.storage_location].filter(Boolean).join(' · ')}
      </span>
    </div>
  )
}

interface RowCellsProps {
  /** Undefined until its page has arrived. */
  item: Gear | undefined
  /** Absent on a phone. */
  columns: readonly GearColumn[] | undefined
}

function RowCells({ item, columns }: RowCellsProps) {
  if (!item)
    return (
      <div role="cell" className="cell grow">
        <Skeleton height={12} width="60%" />
      </div>
    )
  return columns ? columns.map((column) => <Cell key={column.id} column={column} item={item} />) : <Card item={item} />
}

interface GearTableProps {
  pages: GearPages
  columns: VisibilityState
  customFields: readonly CustomField[]
  sort: string | undefined
  onSort: (sort: string | undefined) => void
  onRange: (first: number, last: number) => void
  /** Undefined if the session may edit nothing. */
  selection?: Selection | undefined
}

interface HeadRowProps extends Pick<GearTableProps, 'sort' | 'onSort' | 'selection'> {
  columns: readonly GearColumn[]
  total: number
  minWidth: number | undefined
}

function HeadRow({ columns, sort, onSort, selection, total, minWidth }: HeadRowProps) {
  return (
    <div role="row" className="gear-row gear-head" aria-rowindex={1} style={{ minWidth }}>
      {selection && <SelectAllCell selection={selection} total={total} />}
      {columns.map((column) => (
        <div
          key={column.id}
          role="columnheader"
          aria-sort={findSortState(sortKeyOf(column.id, column.columnDef.meta), sort)}
          className={classOf(column)}
          style={widthOf(column)}
        >
          <SortHeader
            sortKey={sortKeyOf(column.id, column.columnDef.meta)}
            label={String(column.columnDef.header)}
            sort={sort}
            onSort={onSort}
          />
        </div>
      ))}
    </div>
  )
}

/** Renders the rows on the screen and near it. */
function useVisibleRows(pages: GearPages, rowPx: number, onRange: GearTableProps['onRange']) {
  const body = useRef<HTMLDivElement>(null)
  const [margin, setMargin] = useState(0)
  useEffect(() => setMargin(body.current?.offsetTop ?? 0), [rowPx])
  const rows = useWindowVirtualizer({
    count: pages.total ?? 0,
    estimateSize: () => rowPx,
    overscan: OVERSCAN,
    scrollMargin: margin,
  })
  const virtualRows = rows.getVirtualItems()
  const [first, last] = [virtualRows[0]?.index ?? 0, virtualRows.at(-1)?.index ?? 0]
  useEffect(() => onRange(first, last), [first, last, onRange])
  useEffect(() => rows.measure(), [rows, rowPx])
  return { body, virtualRows, margin, height: rows.getTotalSize() }
}

/** Shows the list as a table that renders only the rows on the screen. On a phone each row is a card. */
export function GearTable({ pages, columns, customFields, sort, onSort, onRange, selection }: GearTableProps) {
  const texts = useTexts()
  const isPhone = useMediaQuery('(width <= 48rem)', window.innerWidth <= 768)
  const visible = useGearColumns(columns, customFields)
  const rowPx = isPhone ? CARD_PX : ROW_PX
  const { body, virtualRows, margin, height } = useVisibleRows(pages, rowPx, onRange)
  const { ref: table, width } = useElementSize<HTMLDivElement>()
  const minWidth = isPhone || width === 0 ? undefined : findScrollWidth(visible, width)
  return (
    <div
      ref={table}
      role="table"
      aria-label={texts.inventory.title}
      aria-rowcount={(pages.total ?? 0) + 1}
      className={minWidth === undefined ? 'panel gear-table' : 'panel gear-table is-scrolled'}
    >
      {!isPhone && (
        <HeadRow
          columns={visible}
          sort={sort}
          onSort={onSort}
          selection={selection}
          total={pages.total ?? 0}
          minWidth={minWidth}
        />
      )}
      <div ref={body} role="rowgroup" style={{ height, minWidth, position: 'relative' }}>
        {virtualRows.map(({ index, start }) => {
          const item = pages.item(index)
          return (
            <div
              key={index}
              role="row"
              aria-rowindex={index + 2}
              className="gear-row"
              style={{
                height: rowPx,
                transform: `translateY(${start - margin}px)`,
                position: 'absolute',
                inset: '0 0 auto',
              }}
            >
              {item && selection && <SelectCell item={item} selection={selection} />}
              <RowCells item={item} columns={isPhone ? undefined : visible} />
            </div>
          )
        })}
      </div>
    </div>
  )
}
