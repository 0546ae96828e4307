import { Checkbox, Textarea, TextInput } from '@mantine/core'
import type { CustomFieldType } from '../../../contract/api/customFieldValues.ts'
import { useTexts } from '../../base/language.tsx'
import { useSentences } from '../../base/sentences.ts'
import { canBeUnique, hasUnit, type FieldValues } from './values.ts'

interface InputsProps {
  type: CustomFieldType
  values: FieldValues
  error: Error | null
  onChange: (change: Partial<FieldValues>) => void
}

/** Asks how values are compared. */
function CompareInputs({ type, values, error, onChange }: InputsProps) {
  const { customFields: texts } = useTexts()
  const { faultOf } = useSentences()
  return (
    <>
      <Checkbox
        label={texts.filterable}
        description={texts.filterableHint}
        checked={values.filterable}
        error={faultOf(error, 'filterable')}
        onChange={(event) => onChange({ filterable: event.currentTarget.checked })}
      />
      {canBeUnique(type) && (
        <Checkbox
          label={texts.unique}
          description={texts.uniqueHint}
          checked={values.unique}
          error={faultOf(error, 'unique')}
          onChange={(event) => onChange({ unique: event.currentTarget.checked })}
        />
      )}
    </>
  )
}

/** Asks for what the type of a field leaves open. */
export function TraitInputs(props: InputsProps) {
  const { type, values, error, onChange } = props
  const { customFields: texts } = useTexts()
  const { faultOf } = useSentences()
  return (
    <>
      {hasUnit(type) && (
        <TextInput
          label={texts.unit}
          description={texts.unitHint}
          dir="auto"
          maxLength={20}
          value={values.unit}
          error={faultOf(error, 'unit')}
          onChange={(event) => onChange({ unit: event.currentTarget.value })}
        />
      )}
      {type === 'choice' && (
        <Textarea
          label={texts.choices}
          description={texts.choicesHint}
          required
          autosize
          minRows={3}
          maxRows={10}
          dir="auto"
          value={values.choices}
          error={faultOf(error, 'choices')}
          onChange={(event) => onChange({ choices: event.currentTarget.value })}
        />
      )}
      <CompareInputs {...props} />
      <Textarea
        label={texts.help}
        description={texts.helpHint}
        autosize
        minRows={1}
        maxRows={4}
        maxLength={500}
        dir="auto"
        value={values.help}
        error={faultOf(error, 'help')}
        onChange={(event) => onChange({ help: event.currentTarget.value.replaceAll('\n', ' ') })}
      />
    </>
  )
}
