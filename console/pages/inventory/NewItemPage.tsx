import { nestFields } from '../../../contract/api/fieldKeys.ts'
import { SegmentedControl } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { CustomField } from '../../../contract/api/customFields.ts'
import type { createGear, NewGear } from '../../../contract/api/gear.ts'
import type { GearType } from '../../../contract/api/gearFields.ts'
import { gearListQuery } from '../../api/queries.ts'
import { callApi } from '../../api/request.ts'
import type { Format } from '../../base/createFormat.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import { PageHead } from '../../parts/PageHead.tsx'
import { allFieldsOf } from './fields.ts'
import './inventory.css'
import { ItemForm } from './ItemForm.tsx'
import { toSentValue, type FormValues } from './values.ts'
import { WithCustomFields } from './WithCustomFields.tsx'

function toNewGear(type: GearType, values: FormValues, customFields: readonly CustomField[], format: Format): NewGear {
  const sent = allFieldsOf(type, customFields).map((field): [string, unknown] => [
    field.name,
    toSentValue(field, values[field.name] ?? null, format),
  ])
  return { gear_type: type, ...nestFields(Object.fromEntries(sent.filter(([, value]) => value !== null))) } as NewGear
}

function NewItem({ customFields }: { customFields: readonly CustomField[] }) {
  const texts = useTexts()
  const format = useFormat()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [type, setType] = useState<GearType>('camera')
  // The form has the fields with which it was opened.
  const [own] = useState(customFields)
  // The key ensures that a repeated click, or a retry after a lost response, creates the item once.
  const attempt = useRef({ body: '', key: '' })
  const { mutate, error, isPending } = useMutation({
    mutationFn: async (values: FormValues) => {
      const body = toNewGear(type, values, own, format)
      const text = JSON.stringify(body)
      if (attempt.current.body !== text) attempt.current = { body: text, key: crypto.randomUUID() }
      return (await callApi<typeof createGear>('POST /gear', { body }, { idempotencyKey: attempt.current.key })).data
    },
    onSuccess: async (item) => {
      await client.invalidateQueries({ queryKey: gearListQuery({}).queryKey.slice(0, 2) })
      await navigate({ to: '/inventory/$id', params: { id: item.id } })
    },
  })
  return (
    <ItemForm
      key={type}
      type={type}
      customFields={own}
      error={error}
      isSaving={isPending}
      submitText={texts.item.create}
      onSubmit={mutate}
      onCancel={() => void navigate({ to: '/inventory' })}
    >
      <SegmentedControl
        aria-label={texts.fields.gear_type}
        data={Object.entries(texts.gearTypes).map(([value, label]) => ({ value, label }))}
        value={type}
        onChange={(value) => setType(value as GearType)}
      />
    </ItemForm>
  )
}

export function NewItemPage() {
  const texts = useTexts()
  return (
    <>
      <PageHead title={texts.item.newTitle} above={<Link to="/inventory">{texts.inventory.title}</Link>} />
      <WithCustomFields>{(fields) => <NewItem customFields={fields} />}</WithCustomFields>
    </>
  )
}
