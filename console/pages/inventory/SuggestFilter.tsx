import { Autocomplete } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { gearSuggestionsQuery, type SuggestedField } from '../../api/queries.ts'
import { useFormat } from '../../base/format.ts'

const DEBOUNCE_MS = 150

interface SuggestFilterProps {
  field: SuggestedField
  label: string
  value: string
  onChange: (text: string) => void
}

/** Filters by a whole value, and suggests those in use. A choice, Enter, or leaving the field applies it. */
export function SuggestFilter({ field, label, value, onChange }: SuggestFilterProps) {
  const { number } = useFormat()
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  const [isOpen, setIsOpen] = useState(false)
  const [start] = useDebouncedValue(text.trim(), DEBOUNCE_MS)
  const { data } = useQuery({
    ...gearSuggestionsQuery(field, start),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })
  // A link, or the button that clears all filters, has changed the address.
  if (value !== seen) {
    setSeen(value)
    setText(value)
  }
  const counts = new Map(data?.data.map((one) => [one.value, one.items]))
  const apply = (chosen: string): void => {
    if (chosen.trim() !== value) onChange(chosen.trim())
  }
  return (
    <Autocomplete
      className="filter-text"
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(typed) => {
        setText(typed)
        if (typed === '') apply('')
      }}
      data={[...counts.keys()]}
      filter={({ options }) => options}
      renderOption={({ option }) => (
        <span className="suggestion" dir="auto">
          <span className="clip">{option.value}</span>
          {field === 'storage_location' && <span className="soft small">{number(counts.get(option.value) ?? 0)}</span>}
        </span>
      )}
      onDropdownOpen={() => setIsOpen(true)}
      onOptionSubmit={apply}
      onBlur={() => apply(text)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.currentTarget.getAttribute('aria-activedescendant') === null) apply(text)
      }}
      maxDropdownHeight={280}
    />
  )
}
