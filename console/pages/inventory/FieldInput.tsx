import { Select, Textarea, TextInput } from '@mantine/core'
import { useFormat } from '../../base/format.ts'
import { useCategoryLabels } from '../../base/useCategories.ts'
import { useTexts } from '../../base/language.tsx'
import { TypedInput } from '../../parts/TypedInput.tsx'
import { toChoices } from './ChoiceFilter.tsx'
import { typedKindOf, type FieldInfo } from './fields.ts'
import { fieldLabel, useFieldText } from './useFieldText.ts'

interface FieldInputProps {
  field: FieldInfo
  value: string | null
  error: string | undefined
  onChange: (value: string | null) => void
}

const HELP_BELOW = ['label', 'input', 'description', 'error'] as const

/** Values to choose from with their labels; undefined for a field of another kind. */
function useChoices({ name, kind, choices }: FieldInfo) {
  const toText = useFieldText()
  const categories = useCategoryLabels()
  if (kind === 'category') return toChoices(categories)
  if (kind === 'yesNo') return ['true', 'false'].map((value) => ({ value, label: toText(name, value === 'true') }))
  return kind === 'choice' ? choices.map((value) => ({ value, label: toText(name, value) })) : undefined
}

/** Shows the input of a field, as the contract describes it. */
export function FieldInput({ field, value, error, onChange }: FieldInputProps) {
  const texts = useTexts()
  const { currency } = useFormat()
  const choices = useChoices(field)
  const { name, kind, isRequired, maxLength } = field
  const common = {
    label: field.label ?? fieldLabel(texts, name),
    description: field.help,
    // Below the input, so that the inputs of a row stay in line.
    ...(field.help !== undefined && { inputWrapperOrder: [...HELP_BELOW] }),
    required: isRequired,
    error,
    name,
  }
  if (choices)
    return (
      <Select
        {...common}
        data={choices}
        searchable={kind === 'category'}
        value={value}
        onChange={onChange}
        clearable={!isRequired}
        clearButtonProps={{ 'aria-label': `${texts.item.empty}: ${common.label}` }}
        allowDeselect={!isRequired}
      />
    )
  const edited = {
    value: value ?? '',
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  }
  if (kind === 'lines' || kind === 'list')
    return (
      <Textarea
        {...common}
        {...edited}
        className="form-wide"
        autosize
        minRows={2}
        maxRows={10}
        dir="auto"
        description={kind === 'list' ? texts.item.listHint : field.help}
      />
    )
  const typedKind = typedKindOf(field)
  if (typedKind === undefined) return <TextInput {...common} {...edited} maxLength={maxLength} dir="auto" />
  return (
    <TypedInput
      {...common}
      kind={typedKind}
      value={value ?? ''}
      onChange={onChange}
      {...(field.isMoney && { rightSection: <span className="soft tiny">{currency}</span>, rightSectionWidth: 44 })}
    />
  )
}
