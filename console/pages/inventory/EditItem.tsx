import { flattenFields, nestFields } from '../../../contract/api/fieldKeys.ts'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { CustomField } from '../../../contract/api/customFields.ts'
import type { Gear, getGear, GearUpdates, updateGear } from '../../../contract/api/gear.ts'
import { gearQuery } from '../../api/queries.ts'
import { callApi, etagOf } from '../../api/request.ts'
import { useSafeUpdate } from '../../api/useSafeUpdate.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import { ConflictDialog } from '../../parts/ConflictDialog.tsx'
import { allFieldsOf } from './fields.ts'
import { ItemForm } from './ItemForm.tsx'
import { useFieldLabel, useFieldText } from './useFieldText.ts'
import { findUpdates } from './values.ts'

/** Edits an item. If another change conflicts, the server refuses, and the dialog asks which value to keep. */
export function EditItem({ item, customFields }: { item: Gear; customFields: readonly CustomField[] }) {
  const texts = useTexts()
  const navigate = useNavigate()
  const client = useQueryClient()
  const format = useFormat()
  const labelOf = useFieldLabel()
  const textOf = useFieldText()
  // The form belongs to the record with which it was opened, even if a newer one arrives.
  const [base] = useState(item)
  const [own] = useState(customFields)
  const leave = () => navigate({ to: '/inventory/$id', params: { id: item.id }, search: {} })
  const { save, isSaving, error, conflict, cancel, resolve } = useSafeUpdate<Gear>({
    read: async ({ id }) => (await callApi<typeof getGear>('GET /gear/{id}', { params: { id } })).data,
    write: async (on, updates) => {
      const input = { params: { id: on.id }, body: { updates: nestFields(updates) as GearUpdates } }
      return (await callApi<typeof updateGear>('PATCH /gear/{id}', input, { ifMatch: etagOf(on) })).data
    },
    valuesOf: flattenFields,
    onSaved: async (saved) => {
      client.setQueryData(gearQuery(saved.id).queryKey, saved)
      notifications.show({ message: texts.saved })
      await client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] !== 'session' && queryKey[0] !== 'profile',
      })
      await leave()
    },
  })
  return (
    <>
      <ItemForm
        type={base.gear_type}
        customFields={own}
        item={base}
        error={error}
        isSaving={isSaving}
        submitText={texts.save}
        onSubmit={(values) => save(base, findUpdates(base, values, allFieldsOf(base.gear_type, own), format))}
        onCancel={() => void leave()}
      />
      {conflict && (
        <ConflictDialog
          title={texts.item.conflictTitle}
          conflict={{ ...conflict, base: flattenFields(conflict.base), theirs: flattenFields(conflict.theirs) }}
          labelOf={labelOf}
          textOf={textOf}
          onClose={cancel}
          onResolve={resolve}
        />
      )}
    </>
  )
}
