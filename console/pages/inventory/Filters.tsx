import { Button, Checkbox, Menu, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import type { VisibilityState } from '@tanstack/react-table'
import { useState } from 'react'
import type { CustomField } from '../../../contract/api/customFields.ts'
import { useCategoryLabels } from '../../base/useCategories.ts'
import { useTexts } from '../../base/language.tsx'
import { Icon } from '../../parts/icons.tsx'
import { ChoiceFilter, toChoices } from './ChoiceFilter.tsx'
import type { ColumnName } from './columns.tsx'
import { CustomFilters } from './CustomFilters.tsx'
import { isFiltered, withFilter, withSort, type FilterName, type InventorySearch } from './search.ts'
import { SuggestFilter } from './SuggestFilter.tsx'

const DEBOUNCE_MS = 200

/** Applies a text filter shortly after the last key. */
function TextFilter({ value, onChange, label }: { value: string; onChange: (text: string) => void; label: string }) {
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  const [sent, setSent] = useState(value)
  const apply = useDebouncedCallback((changed: string) => {
    setSent(changed.trim())
    onChange(changed.trim())
  }, DEBOUNCE_MS)
  // A link, or the button that clears all filters, has changed the address.
  if (value !== seen) {
    setSeen(value)
    if (value !== sent) setText(value)
  }
  return (
    <TextInput
      className="grow"
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<Icon name="search" size={16} />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        apply(event.currentTarget.value)
      }}
    />
  )
}

interface FiltersProps {
  search: InventorySearch
  /** Columns with an order, which are offered here if the table has no header. */
  orders: readonly ColumnName[]
  customFields: readonly CustomField[]
  onChange: (search: InventorySearch) => void
}

/** Chooses the order of the list on a phone. */
function OrderChoice({ search, orders, onChange }: Omit<FiltersProps, 'customFields'>) {
  const texts = useTexts().inventory
  const data = orders.flatMap(({ label, sortKey }) =>
    sortKey === undefined
      ? []
      : [
          { value: sortKey, label: texts.ascending(label) },
          { value: `-${sortKey}`, label: texts.descending(label) },
        ],
  )
  return (
    <div className="narrow-only">
      <ChoiceFilter
        label={texts.order}
        data={data}
        value={search.sort}
        onChange={(sort) => onChange(withSort(search, sort ?? undefined))}
      />
    </div>
  )
}

export function Filters({ search, orders, customFields, onChange }: FiltersProps) {
  const texts = useTexts()
  const categories = useCategoryLabels()
  const set = (name: FilterName) => (value: string | null) => onChange(withFilter(search, name, value))
  return (
    <div className="filters" role="search">
      <TextFilter label={texts.inventory.search} value={search.search ?? ''} onChange={set('search')} />
      <ChoiceFilter
        label={texts.inventory.type}
        data={toChoices(texts.gearTypes)}
        value={search.type}
        onChange={set('type')}
      />
      <ChoiceFilter
        label={texts.fields.category}
        data={toChoices(categories)}
        value={search.category}
        onChange={set('category')}
      />
      <ChoiceFilter
        label={texts.inventory.status}
        data={toChoices(texts.gearStatuses)}
        value={search.status}
        onChange={set('status')}
      />
      <ChoiceFilter
        label={texts.inventory.condition}
        data={toChoices(texts.gearConditions)}
        value={search.condition}
        onChange={set('condition')}
      />
      <SuggestFilter
        field="storage_location"
        label={texts.inventory.location}
        value={search.storage_location ?? ''}
        onChange={set('storage_location')}
      />
      <SuggestFilter
        field="asset_tag"
        label={texts.fields.asset_tag}
        value={search.asset_tag ?? ''}
        onChange={set('asset_tag')}
      />
      <CustomFilters fields={customFields} search={search} onChange={onChange} />
      <OrderChoice search={search} orders={orders} onChange={onChange} />
      {isFiltered(search) && (
        <Button variant="subtle" color="gray" onClick={() => onChange(withSort({}, search.sort))}>
          {texts.inventory.clear}
        </Button>
      )}
    </div>
  )
}

interface ColumnChoiceProps {
  names: readonly ColumnName[]
  columns: VisibilityState
  onChange: (columns: VisibilityState) => void
}

export function ColumnChoice({ names, columns, onChange }: ColumnChoiceProps) {
  const texts = useTexts()
  return (
    <Menu closeOnItemClick={false} position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="columns" size={16} />} className="wide-only">
          {texts.inventory.columns}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className="column-choice">
          {names.map(({ id, label }) => (
            <Checkbox
              key={id}
              label={label}
              checked={columns[id] !== false}
              onChange={(event) => onChange({ ...columns, [id]: event.currentTarget.checked })}
            />
          ))}
        </div>
      </Menu.Dropdown>
    </Menu>
  )
}
