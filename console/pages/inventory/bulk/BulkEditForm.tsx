import { ActionIcon, Button, Group, Select, Text } from '@mantine/core'
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { nestFields } from '../../../../contract/api/fieldKeys.ts'
import type { GearType } from '../../../../contract/api/gearFields.ts'
import type { Format } from '../../../base/createFormat.ts'
import { useFormat } from '../../../base/format.ts'
import { useTexts } from '../../../base/language.tsx'
import { useCustomFields } from '../../../base/useCustomFields.ts'
import { ErrorNote } from '../../../parts/ErrorNote.tsx'
import { Icon } from '../../../parts/icons.tsx'
import { FieldInput } from '../FieldInput.tsx'
import type { FieldInfo } from '../fields.ts'
import { fieldLabel } from '../useFieldText.ts'
import { toSentValue, type FormValues } from '../values.ts'
import { findSharedFields } from './bulkFields.ts'

interface BulkEditFormProps {
  /** Types of the chosen items; undefined for any. */
  types: readonly GearType[] | undefined
  error: Error | null
  isPending: boolean
  onPreview: (updates: Record<string, unknown>) => void
  onCancel: () => void
}

function ChosenField({
  field,
  value,
  onChange,
  onRemove,
}: {
  field: FieldInfo
  value: string | null
  onChange: (value: string | null) => void
  onRemove: () => void
}) {
  const texts = useTexts()
  return (
    <div className="bulk-field">
      <div className="grow">
        <FieldInput field={field} value={value} error={undefined} onChange={onChange} />
        {!field.isRequired && (value ?? '').trim() === '' && (
          <Text size="xs" c="dimmed" mt={4}>
            {texts.bulk.emptyHint}
          </Text>
        )}
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={texts.bulk.removeField(field.label ?? fieldLabel(texts, field.name))}
        onClick={onRemove}
      >
        <Icon name="close" size={16} />
      </ActionIcon>
    </div>
  )
}

/** Focuses the field that was added last. */
function useFocusOnAdded(form: RefObject<HTMLFormElement | null>, last: string | undefined): void {
  useEffect(() => {
    const inputs = form.current?.querySelectorAll<HTMLElement>(
      '.bulk-field :is(input:not([type=hidden], [aria-hidden]), textarea)',
    )
    if (last !== undefined) [...(inputs ?? [])].at(-1)?.focus()
  }, [form, last])
}

function useSharedFields(types: BulkEditFormProps['types']): FieldInfo[] {
  const { fields } = useCustomFields()
  return useMemo(() => findSharedFields(types, fields), [types, fields])
}

const toUpdates = (chosen: readonly FieldInfo[], values: FormValues, format: Format): Record<string, unknown> =>
  nestFields(
    Object.fromEntries(chosen.map((field) => [field.name, toSentValue(field, values[field.name] ?? null, format)])),
  )

/** Asks for fields and their new values. */
export function BulkEditForm({ types, error, isPending, onPreview, onCancel }: BulkEditFormProps) {
  const texts = useTexts()
  const format = useFormat()
  const fields = useSharedFields(types)
  const [values, setValues] = useState<FormValues>({})
  const chosen = Object.keys(values).flatMap((name) => fields.find((field) => field.name === name) ?? [])
  const isReady =
    chosen.length > 0 && chosen.every(({ name, isRequired }) => !isRequired || (values[name] ?? '').trim() !== '')
  const form = useRef<HTMLFormElement>(null)
  useFocusOnAdded(form, chosen.at(-1)?.name)
  const set = (name: string, value: string | null): void => setValues((before) => ({ ...before, [name]: value }))
  const remove = (name: string): void => setValues(({ [name]: _removed, ...others }) => others)
  return (
    <form
      ref={form}
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) onPreview(toUpdates(chosen, values, format))
      }}
    >
      {chosen.map((field) => (
        <ChosenField
          key={field.name}
          field={field}
          value={values[field.name] ?? null}
          onChange={(value) => set(field.name, value)}
          onRemove={() => remove(field.name)}
        />
      ))}
      <Select
        label={texts.bulk.addField}
        placeholder={texts.bulk.chooseField}
        searchable
        data-autofocus
        data={fields
          .filter(({ name }) => !Object.hasOwn(values, name))
          .map(({ name, label }) => ({ value: name, label: label ?? fieldLabel(texts, name) }))}
        value={null}
        onChange={(name) => name !== null && set(name, null)}
      />
      {error && <ErrorNote error={error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {texts.cancel}
        </Button>
        <Button type="submit" loading={isPending} disabled={!isReady}>
          {texts.bulk.preview}
        </Button>
      </Group>
    </form>
  )
}
