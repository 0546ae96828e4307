import { Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CustomField } from '../../../contract/api/customFields.ts'
import type { CustomFieldPatch, listOwnFields, updateField } from '../../../contract/settings/fields.ts'
import { customFieldsQuery } from '../../api/queries.ts'
import { callSettings, etagOf } from '../../api/request.ts'
import { findCrossed, useVersionedSave, type Version } from '../../api/versioned.ts'
import { useTexts } from '../../base/language.tsx'
import { DialogButtons } from '../../parts/DialogButtons.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { LabelInput } from '../../parts/LabelInput.tsx'
import { ValueConflict } from '../../parts/ValueConflict.tsx'
import { TraitInputs } from './FieldInputs.tsx'
import { toFieldValues, toSentField } from './values.ts'

const toVersion = ({ label, unit, choices, filterable, unique, help, ...field }: CustomField): Version => ({
  values: { label, unit, choices, filterable, unique, help },
  etag: etagOf(field),
})

function useSaveField(field: CustomField, onClose: () => void) {
  const client = useQueryClient()
  return useVersionedSave(toVersion(field), {
    read: async () => {
      const { data } = await callSettings<typeof listOwnFields>('GET /fields')
      // The next write is refused if the field is gone.
      return toVersion(data.find(({ id }) => id === field.id) ?? field)
    },
    write: (updates, etag) => {
      const input = { params: { id: field.id }, body: { updates: updates as CustomFieldPatch['updates'] } }
      return callSettings<typeof updateField>('PATCH /fields/{id}', input, { ifMatch: etag })
    },
    onSaved: () => {
      onClose()
      void client.invalidateQueries({ queryKey: customFieldsQuery.queryKey })
    },
  })
}

type Saving = ReturnType<typeof useSaveField>

function FieldConflict({ crossing, saving }: { crossing: NonNullable<Saving['crossing']>; saving: Saving }) {
  const { customFields: texts, ...common } = useTexts()
  const { label, unit, choices, filterable, unique, help } = texts
  const labels: Readonly<Record<string, string>> = { label, unit, choices, filterable, unique, help }
  const toText = (value: unknown): string => {
    if (Array.isArray(value)) return value.join(', ')
    if (typeof value === 'boolean') return value ? common.yes : common.no
    return typeof value === 'string' ? value : common.item.empty
  }
  return (
    <ValueConflict
      fields={findCrossed(crossing).map((name) => ({
        name,
        label: labels[name] ?? name,
        yours: toText(crossing.updates[name]),
        theirs: toText(crossing.theirs.values[name]),
      }))}
      onClose={saving.cancel}
      onResolve={saving.resolve}
    />
  )
}

export function EditFieldDialog({ field, onClose }: { field: CustomField; onClose: () => void }) {
  const { customFields: texts, ...common } = useTexts()
  const saving = useSaveField(field, onClose)
  const [values, setValues] = useState(() => toFieldValues(field))
  const { error } = saving
  const inputs = {
    values,
    error,
    onChange: (change: Partial<typeof values>): void => setValues((before) => ({ ...before, ...change })),
  }
  return (
    <Modal opened onClose={onClose} title={texts.editTitle} size="lg" closeButtonProps={{ 'aria-label': common.close }}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          saving.save(toSentField(field.type, values))
        }}
      >
        <LabelInput
          text={texts.label}
          label={inputs.values.label}
          error={error}
          onChange={(label) => inputs.onChange({ label })}
        />
        <TraitInputs type={field.type} {...inputs} />
        {error && <ErrorNote error={error} />}
        <DialogButtons submitText={common.save} isSaving={saving.isSaving} onCancel={onClose} />
      </form>
      {saving.crossing && <FieldConflict crossing={saving.crossing} saving={saving} />}
    </Modal>
  )
}
