import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Gear, getGear, GearUpdates, updateGear } from '../../../contract/gear.ts'
import type { Conflict } from '../../api/conflict.ts'
import { ApiProblem } from '../../api/problem.ts'
import { gearQuery } from '../../api/queries.ts'
import { callApi, etagOf } from '../../api/request.ts'
import { useTexts } from '../../app/language.tsx'
import { ConflictDialog } from '../../parts/ConflictDialog.tsx'
import { allFieldsOf } from './fields.ts'
import { ItemForm } from './ItemForm.tsx'
import { fieldLabel, useFieldText } from './useFieldText.ts'
import { findUpdates } from './values.ts'

interface Attempt {
  updates: Record<string, unknown>
  /** The record that the changes were made to. */
  base: Gear
}

/** Edits an item. A change that crosses another one is refused by the server, and asks which value stays. */
export function EditItem({ item }: { item: Gear }) {
  const texts = useTexts()
  const navigate = useNavigate()
  const client = useQueryClient()
  const textOf = useFieldText()
  // The form belongs to the record that it was opened with, even when a newer one arrives.
  const [base] = useState(item)
  const [conflict, setConflict] = useState<Conflict<Gear>>()
  const leave = () => navigate({ to: '/inventory/$id', params: { id: item.id }, search: {} })
  const { mutate, error, isPending } = useMutation({
    mutationFn: async ({ updates, base: changed }: Attempt) => {
      if (Object.keys(updates).length === 0) return changed
      const input = { params: { id: changed.id }, body: { updates: updates as GearUpdates } }
      return (await callApi<typeof updateGear>('PATCH /gear/{id}', input, { ifMatch: etagOf(changed) })).data
    },
    onSuccess: async (saved) => {
      client.setQueryData(gearQuery(saved.id).queryKey, saved)
      notifications.show({ message: texts.saved })
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' && queryKey[0] !== 'profile' })
      await leave()
    },
    onError: async (failure, { updates, base: changed }) => {
      if (!(failure instanceof ApiProblem) || failure.status !== 412) return
      const { data: theirs } = await callApi<typeof getGear>('GET /gear/{id}', { params: { id: changed.id } })
      setConflict({ updates, base: changed, theirs })
    },
  })
  const isConflict = error instanceof ApiProblem && error.status === 412
  return (
    <>
      <ItemForm
        type={base.gear_type}
        item={base}
        error={isConflict ? null : error}
        isSaving={isPending}
        submitText={texts.save}
        onSubmit={(values) => mutate({ updates: findUpdates(base, values, allFieldsOf(base.gear_type)), base })}
        onCancel={() => void leave()}
      />
      {conflict && (
        <ConflictDialog
          title={texts.item.conflictTitle}
          conflict={conflict}
          labelOf={(name) => fieldLabel(texts, name)}
          textOf={textOf}
          onClose={() => setConflict(undefined)}
          onResolve={(updates) => {
            setConflict(undefined)
            mutate({ updates, base: conflict.theirs })
          }}
        />
      )}
    </>
  )
}
