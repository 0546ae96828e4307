import { Select } from '@mantine/core'

interface ChoiceFilterProps {
  label: string
  data: readonly { value: string; label: string }[]
  value: string | undefined
  onChange: (value: string | null) => void
}

export const toChoices = (names: Readonly<Record<string, string>>): ChoiceFilterProps['data'] =>
  Object.entries(names).map(([value, label]) => ({ value, label }))

export const ChoiceFilter = ({ label, data, value, onChange }: ChoiceFilterProps) => (
  <Select
    className="filter-choice"
    aria-label={label}
    placeholder={label}
    data={data}
    value={value ?? null}
    onChange={onChange}
    clearable
    clearButtonProps={{ 'aria-label': label }}
    checkIconPosition="right"
  />
)
