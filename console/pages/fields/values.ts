import type { CustomField } from '../../../contract/api/customFields.ts'
import type { CustomFieldType } from '../../../contract/api/customFieldValues.ts'

/** Members that a definition can change later, as a form has them. */
export interface FieldValues {
  label: string
  unit: string
  /** One a line. */
  choices: string
  filterable: boolean
  unique: boolean
  help: string
}

export const NEW_FIELD: FieldValues = { label: '', unit: '', choices: '', filterable: false, unique: false, help: '' }

export const toFieldValues = (field: CustomField): FieldValues => ({
  label: field.label,
  unit: field.unit ?? '',
  choices: (field.choices ?? []).join('\n'),
  filterable: field.filterable,
  unique: field.unique,
  help: field.help ?? '',
})

export const hasUnit = (type: CustomFieldType): boolean => type === 'integer' || type === 'number'
export const canBeUnique = (type: CustomFieldType): boolean => type !== 'boolean' && type !== 'choice'

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())

/** Converts the form to members of a body, without those that the type has not. */
export const toSentField = (type: CustomFieldType, values: FieldValues) => ({
  label: values.label.trim(),
  filterable: values.filterable,
  help: orNull(values.help),
  ...(hasUnit(type) && { unit: orNull(values.unit) }),
  ...(canBeUnique(type) && { unique: values.unique }),
  ...(type === 'choice' && {
    choices: values.choices
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  }),
})
