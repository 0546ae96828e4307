import { Button, Group } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { Gear } from '../../../contract/api/gear.ts'
import type { GearType } from '../../../contract/api/gearFields.ts'
import { ApiProblem } from '../../api/problem.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import type { Sentences } from '../../base/createSentences.ts'
import { useSentences } from '../../base/sentences.ts'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { FieldInput } from './FieldInput.tsx'
import { fieldsOf, type FieldPart } from './fields.ts'
import { toFormValues, type FormValues } from './values.ts'

interface ItemFormProps {
  type: GearType
  item?: Gear | undefined
  error: Error | null
  isSaving: boolean
  submitText: string
  onSubmit: (values: FormValues) => void
  onCancel: () => void
  children?: ReactNode
}

/** Groups the faults of a response by field. */
function faultsByField(error: Error | null, { describeFault }: Sentences): Record<string, string> {
  const faults = error instanceof ApiProblem ? error.faults : []
  const named = faults.map((fault): [string, string] => {
    const { pointer = '' } = fault
    return [pointer.split('/').at(pointer.includes('/updates/') ? 2 : 1) ?? '', describeFault(fault)]
  })
  return Object.fromEntries(named)
}

/** Shows a form of all fields of a gear type. Faults are beside their fields. */
export function ItemForm({ type, item, error, isSaving, submitText, onSubmit, onCancel, children }: ItemFormProps) {
  const texts = useTexts()
  const format = useFormat()
  const sentences = useSentences()
  const parts = fieldsOf(type)
  const [values, setValues] = useState(() => ({
    ...toFormValues(item, Object.values(parts).flat(), format),
    ...(item === undefined && { status: 'available', condition: 'good' }),
  }))
  const faults = faultsByField(error, sentences)
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
      {(Object.keys(parts) as FieldPart[]).map((part) => (
        <fieldset key={part} className="form-part panel panel-body">
          <legend className="form-legend">{texts.item[part]}</legend>
          <div className="form-grid">
            {parts[part].map((field) => (
              <FieldInput
                key={field.name}
                field={field}
                value={(values as FormValues)[field.name] ?? null}
                error={faults[field.name]}
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
