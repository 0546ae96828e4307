import { Button, Group, Select, Textarea, TextInput } from '@mantine/core'
import type { Dispatch, SetStateAction } from 'react'
import { shootTransitions, type ShootStatus } from '../../../contract/api/shoots.ts'
import { useRights } from '../../api/session.ts'
import { useTexts } from '../../base/language.tsx'
import { useSentences } from '../../base/sentences.ts'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { TypedInput } from '../../parts/TypedInput.tsx'
import type { ShootValues } from './shootValues.ts'

interface ShootFormProps {
  /** Stored status; undefined for a new shoot. */
  status?: ShootStatus
  values: ShootValues
  onChange: Dispatch<SetStateAction<ShootValues>>
  onSubmit: () => void
  onCancel: () => void
  error: Error | null
  isSaving: boolean
}

export function ShootForm({ status, values, onChange, onSubmit, onCancel, error, isSaving }: ShootFormProps) {
  const { shoots: texts, ...common } = useTexts()
  const { faultOf } = useSentences()
  const { can } = useRights()
  const isReadOnly = !can('shoots:write')
  const input = (name: Exclude<keyof ShootValues, 'status'>) => ({
    label: texts.fields[name],
    value: values[name],
    readOnly: isReadOnly,
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      onChange((before) => ({ ...before, [name]: value }))
    },
  })
  const typed = (name: 'shoot_date' | 'duration_minutes') => ({
    ...input(name),
    error: faultOf(error, name),
    onChange: (text: string) => onChange((before) => ({ ...before, [name]: text })),
  })
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <TextInput required maxLength={200} data-autofocus dir="auto" {...input('title')} />
      <TextInput maxLength={200} dir="auto" {...input('client_name')} />
      <div className="form-row">
        <TypedInput kind="day" required {...typed('shoot_date')} />
        <TextInput type="time" {...input('shoot_time')} />
        <TypedInput kind="integer" {...typed('duration_minutes')} />
      </div>
      <Textarea description={texts.locationsHint} autosize minRows={1} dir="auto" {...input('locations')} />
      <Textarea autosize minRows={2} dir="auto" {...input('notes')} />
      {status !== undefined && (
        <Select
          label={texts.fields.status}
          data={[status, ...shootTransitions[status]].map((value) => ({ value, label: texts.statuses[value] }))}
          value={values.status}
          allowDeselect={false}
          readOnly={isReadOnly}
          onChange={(chosen) => onChange((before) => ({ ...before, status: chosen ?? before.status }))}
        />
      )}
      {error && <ErrorNote error={error} />}
      {!isReadOnly && (
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={isSaving}>
            {common.save}
          </Button>
        </Group>
      )}
    </form>
  )
}
