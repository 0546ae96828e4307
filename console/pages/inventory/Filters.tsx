import { Button, Checkbox, Menu, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import type { VisibilityState } from '@tanstack/react-table'
import { useState } from 'react'
import { useTexts } from '../../app/language.tsx'
import { Icon } from '../../parts/icons.tsx'
import { isFiltered, type FilterName, type InventorySearch } from './search.ts'

const DEBOUNCE_MS = 200

/** A text filter that is applied shortly after the last key. */
function TextFilter({
  value,
  onChange,
  label,
  hasIcon = false,
}: {
  value: string
  onChange: (text: string) => void
  label: string
  hasIcon?: boolean
}) {
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  const [sent, setSent] = useState(value)
  const apply = useDebouncedCallback((changed: string) => {
    setSent(changed.trim())
    onChange(changed.trim())
  }, DEBOUNCE_MS)
  // Another link, or the button that clears all filters, changed the address.
  if (value !== seen) {
    setSeen(value)
    if (value !== sent) setText(value)
  }
  return (
    <TextInput
      className={hasIcon ? 'grow' : 'filter-text'}
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={hasIcon ? <Icon name="search" size={16} /> : undefined}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        apply(event.currentTarget.value)
      }}
    />
  )
}

function Choice({
  label,
  names,
  value,
  onChange,
}: {
  label: string
  names: Record<string, string>
  value: string | undefined
  onChange: (value: string | null) => void
}) {
  return (
    <Select
      className="filter-choice"
      aria-label={label}
      placeholder={label}
      data={Object.entries(names).map(([name, text]) => ({ value: name, label: text }))}
      value={value ?? null}
      onChange={onChange}
      clearable
      clearButtonProps={{ 'aria-label': label }}
      checkIconPosition="right"
    />
  )
}

export function Filters({ search, onChange }: { search: InventorySearch; onChange: (search: InventorySearch) => void }) {
  const texts = useTexts()
  const set = (name: FilterName) => (value: string | null) => {
    const { [name]: _previous, ...others } = search
    onChange(value === null || value === '' ? others : { ...others, [name]: value })
  }
  return (
    <div className="filters" role="search">
      <TextFilter hasIcon label={texts.inventory.search} value={search.search ?? ''} onChange={set('search')} />
      <Choice label={texts.inventory.type} names={texts.gearTypes} value={search.type} onChange={set('type')} />
      <Choice label={texts.inventory.status} names={texts.gearStatuses} value={search.status} onChange={set('status')} />
      <Choice label={texts.inventory.condition} names={texts.gearConditions} value={search.condition} onChange={set('condition')} />
      <TextFilter label={texts.inventory.location} value={search.storage_location ?? ''} onChange={set('storage_location')} />
      {isFiltered(search) && (
        <Button variant="subtle" color="gray" onClick={() => onChange({})}>
          {texts.inventory.clear}
        </Button>
      )}
    </div>
  )
}

interface ColumnChoiceProps {
  names: readonly { id: string; label: string }[]
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
