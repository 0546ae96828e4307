import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import type { CustomField } from '../../../contract/api/customFields.ts'
import { isFilterable, labelWithUnit } from '../../base/customFields.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import { readTyped, toTypedText, type TypedKind } from '../../base/typed.ts'
import { TypedInput } from '../../parts/TypedInput.tsx'
import { ChoiceFilter, toChoices } from './ChoiceFilter.tsx'
import { toFilterName, withFilter, type InventorySearch } from './search.ts'

/** As long as an input waits before it refuses what is typed. */
const DEBOUNCE_MS = 500

interface FilterProps {
  label: string
  /** Value in the address, or empty. */
  value: string
  onChange: (value: string) => void
}

/** Keeps what is typed until the address changes otherwise, such as by the button that clears all filters. */
function useTyped(value: string, toText: (value: string) => string) {
  const [text, setText] = useState(() => toText(value))
  const [seen, setSeen] = useState(value)
  const [sent, setSent] = useState(value)
  if (value !== seen) {
    setSeen(value)
    if (value !== sent) setText(toText(value))
    setSent(value)
  }
  return { text, setText, setSent }
}

/** Filters by a whole text. Enter or leaving the field applies it. */
function TextFilter({ label, value, onChange }: FilterProps) {
  const { text, setText } = useTyped(value, (sent) => sent)
  const apply = (): void => {
    if (text.trim() !== value) onChange(text.trim())
  }
  return (
    <TextInput
      className="filter-text"
      type="search"
      aria-label={label}
      placeholder={label}
      title={label}
      dir="auto"
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={apply}
      onKeyDown={(event) => event.key === 'Enter' && apply()}
    />
  )
}

/** Filters by a number or day, which the address has as the API writes it. */
function TypedFilter({ kind, label, value, onChange }: FilterProps & { kind: TypedKind }) {
  const format = useFormat()
  const isNumber = kind !== 'day' && value !== '' && Number.isFinite(Number(value))
  const { text, setText, setSent } = useTyped(value, (sent) => toTypedText(isNumber ? Number(sent) : sent, format))
  const apply = useDebouncedCallback((typed: string) => {
    const reading = readTyped(kind, typed, format)
    if (!('value' in reading)) return
    const next = String(reading.value ?? '')
    setSent(next)
    if (next !== value) onChange(next)
  }, DEBOUNCE_MS)
  return (
    <TypedInput
      className="filter-text"
      kind={kind}
      aria-label={label}
      placeholder={label}
      title={label}
      value={text}
      onChange={(typed) => {
        setText(typed)
        apply(typed)
      }}
    />
  )
}

interface CustomFilterProps {
  field: CustomField
  search: InventorySearch
  onChange: (search: InventorySearch) => void
}

function CustomFilter({ field, search, onChange }: CustomFilterProps) {
  const texts = useTexts()
  const { type, choices } = field
  const name = toFilterName(field.name)
  const value = search[name]
  const set = (next: string | null): void => onChange(withFilter(search, name, next))
  const label = labelWithUnit(field)
  const shared = { label, onChange: set }
  if (type === 'choice' || type === 'boolean') {
    // The answer alone would not say to which field it belongs.
    const answers = { true: `${label}: ${texts.yes}`, false: `${label}: ${texts.no}` }
    const data =
      type === 'boolean' ? toChoices(answers) : (choices ?? []).map((choice) => ({ value: choice, label: choice }))
    return <ChoiceFilter {...shared} data={data} value={value} />
  }
  if (type === 'text') return <TextFilter {...shared} value={value ?? ''} />
  return <TypedFilter {...shared} kind={type === 'date' ? 'day' : type} value={value ?? ''} />
}

/** Filters by the own fields that lists can be filtered by. */
export const CustomFilters = ({
  fields,
  ...props
}: Omit<CustomFilterProps, 'field'> & { fields: readonly CustomField[] }) =>
  fields.filter(isFilterable).map((field) => <CustomFilter key={field.id} field={field} {...props} />)
