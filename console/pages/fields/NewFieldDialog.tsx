import { Modal, Select, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CustomFieldType } from '../../../contract/api/customFieldValues.ts'
import type { GearType } from '../../../contract/api/gearFields.ts'
import type { createField } from '../../../contract/settings/fields.ts'
import { customFieldsQuery } from '../../api/queries.ts'
import { useRepeatKey } from '../../api/repeatKey.ts'
import { callSettings } from '../../api/request.ts'
import { useTexts } from '../../base/language.tsx'
import { useSentences } from '../../base/sentences.ts'
import { DialogButtons } from '../../parts/DialogButtons.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { LabelInput } from '../../parts/LabelInput.tsx'
import { TraitInputs } from './FieldInputs.tsx'
import { foldFieldName } from '../../../contract/settings/foldFieldName.ts'
import { NEW_FIELD, toSentField, type FieldValues } from './values.ts'

interface Values extends FieldValues {
  /** Null until a person types one: then it follows the label. */
  name: string | null
  type: CustomFieldType
  gearType: GearType | null
}

const ALL_GEAR = 'all'
const nameOf = ({ name, label }: Values): string => name ?? foldFieldName(label)

function useCreateField(onClose: () => void) {
  const { customFields: texts } = useTexts()
  const client = useQueryClient()
  const repeatKeyOf = useRepeatKey()
  return useMutation({
    mutationFn: async (values: Values) => {
      const { type, gearType } = values
      const body = { ...toSentField(type, values), name: nameOf(values).trim(), type, gear_type: gearType }
      return (await callSettings<typeof createField>('POST /fields', { body }, { idempotencyKey: repeatKeyOf(body) }))
        .data
    },
    onSuccess: async ({ label }) => {
      notifications.show({ message: texts.created(label) })
      onClose()
      await client.invalidateQueries({ queryKey: customFieldsQuery.queryKey })
    },
  })
}

interface KindInputsProps {
  values: Values
  error: Error | null
  onChange: (change: Partial<Values>) => void
}

/** Asks for what never changes. */
function KindInputs({ values, error, onChange }: KindInputsProps) {
  const { customFields: texts, gearTypes } = useTexts()
  const { faultOf } = useSentences()
  const toData = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }))
  return (
    <>
      <TextInput
        label={texts.name}
        description={texts.nameHint}
        required
        classNames={{ input: 'mono' }}
        maxLength={40}
        autoComplete="off"
        value={nameOf(values)}
        error={faultOf(error, 'name')}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <Select
        label={texts.type}
        description={texts.typeHint}
        data={toData(texts.types)}
        value={values.type}
        allowDeselect={false}
        error={faultOf(error, 'type')}
        onChange={(type) => onChange({ type: (type ?? 'text') as CustomFieldType })}
      />
      <Select
        label={texts.gearType}
        data={toData({ [ALL_GEAR]: texts.allGear, ...gearTypes })}
        value={values.gearType ?? ALL_GEAR}
        allowDeselect={false}
        error={faultOf(error, 'gear_type')}
        onChange={(type) => onChange({ gearType: type === ALL_GEAR ? null : (type as GearType | null) })}
      />
    </>
  )
}

export function NewFieldDialog({ onClose }: { onClose: () => void }) {
  const { customFields: texts, ...common } = useTexts()
  const [values, setValues] = useState<Values>({ ...NEW_FIELD, name: null, type: 'text', gearType: null })
  const { mutate, error, isPending } = useCreateField(onClose)
  const set = (change: Partial<Values>): void => setValues((before) => ({ ...before, ...change }))
  return (
    <Modal opened onClose={onClose} title={texts.add} size="lg" closeButtonProps={{ 'aria-label': common.close }}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          mutate(values)
        }}
      >
        <LabelInput text={texts.label} label={values.label} error={error} onChange={(label) => set({ label })} />
        <KindInputs values={values} error={error} onChange={set} />
        <TraitInputs type={values.type} values={values} error={error} onChange={set} />
        {error && <ErrorNote error={error} />}
        <DialogButtons submitText={texts.create} isSaving={isPending} onCancel={onClose} />
      </form>
    </Modal>
  )
}
