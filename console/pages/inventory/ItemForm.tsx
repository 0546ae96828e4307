import { Button, Group } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { CustomField } from '../../../contract/api/customFields.ts'
import type { Gear } from '../../../contract/api/gear.ts'
import type { GearType } from '../../../contract/api/gearFields.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import { useSentences } from '../../base/sentences.ts'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { FieldInput } from './FieldInput.tsx'
import { fieldsOf, type FieldPart } from './fields.ts'
import { toFormValues, type FormValues } from './values.ts'

interface ItemFormProps {
  type: GearType
  customFields: readonly CustomField[]
  item?: Gear | undefined
  error: Error | null
  isSaving: boolean
  submitText: string
  onSubmit: (values: FormValues) => void
  onCancel: () => void
  children?: ReactNode
}

/** Path of a field in a body: own fields are members of `fields`. */
const toPath = (name: string): string => name.replace('.', '/')

/** Shows a form of all fields of a gear type. Faults are beside their fields. */
export function ItemForm(props: ItemFormProps) {
  const { type, customFields, item, error, isSaving, submitText, onSubmit, onCancel, children } = props
  const texts = useTexts()
  const format = useFormat()
  const { faultOf } = useSentences()
  const parts = fieldsOf(type, customFields)
  const [values, setValues] = useState(() => ({
    ...toFormValues(item, Object.values(parts).flat(), format),
    ...(item === undefined && { status: 'available', condition: 'good' }),
  }))
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(values)
      }}
    >
      {children}
      {(Object.keys(parts) as FieldPart[])
        .filter((part) => parts[part].length > 0)
        .map((part) => (
          <fieldset key={part} className="form-part panel panel-body">
            <legend className="form-legend">{texts.item[part]}</legend>
            <div className="form-grid">
              {parts[part].map((field) => (
                <FieldInput
                  key={field.name}
                  field={field}
                  value={(values as FormValues)[field.name] ?? null}
                  error={faultOf(error, toPath(field.name))}
                  onChange={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
                />
              ))}
            </div>
          </fieldset>
        ))}
      {error && <ErrorNote error={error} />}
      <Group className="form-actions" justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {texts.item.discard}
        </Button>
        <Button type="submit" loading={isSaving}>
          {submitText}
        </Button>
      </Group>
    </form>
  )
}
