import { Modal, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { createCategory } from '../../../contract/settings/categories.ts'
import { foldFieldName } from '../../../contract/settings/foldFieldName.ts'
import { categoriesQuery } from '../../api/queries.ts'
import { useRepeatKey } from '../../api/repeatKey.ts'
import { callSettings } from '../../api/request.ts'
import { useTexts } from '../../base/language.tsx'
import { useSentences } from '../../base/sentences.ts'
import { DialogButtons } from '../../parts/DialogButtons.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { LabelInput } from '../../parts/LabelInput.tsx'

function useCreateCategory(onClose: () => void) {
  const { categories: texts } = useTexts()
  const client = useQueryClient()
  const repeatKeyOf = useRepeatKey()
  return useMutation({
    mutationFn: async (body: { name: string; label: string }) =>
      (await callSettings<typeof createCategory>('POST /categories', { body }, { idempotencyKey: repeatKeyOf(body) }))
        .data,
    onSuccess: async ({ label }) => {
      notifications.show({ message: texts.created(label) })
      onClose()
      await client.invalidateQueries({ queryKey: categoriesQuery.queryKey })
    },
  })
}

export function NewCategoryDialog({ onClose }: { onClose: () => void }) {
  const { categories: texts, ...common } = useTexts()
  const { faultOf } = useSentences()
  const [label, setLabel] = useState('')
  // Until a person types a name, it follows the label.
  const [typedName, setName] = useState<string>()
  const name = typedName ?? foldFieldName(label)
  const { mutate, error, isPending } = useCreateCategory(onClose)
  return (
    <Modal opened onClose={onClose} title={texts.add} closeButtonProps={{ 'aria-label': common.close }}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          mutate({ name: name.trim(), label })
        }}
      >
        <LabelInput text={texts.label} label={label} error={error} onChange={setLabel} />
        <TextInput
          label={texts.name}
          description={texts.nameHint}
          required
          classNames={{ input: 'mono' }}
          maxLength={40}
          autoComplete="off"
          value={name}
          error={faultOf(error, 'name')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {error && <ErrorNote error={error} />}
        <DialogButtons submitText={texts.create} isSaving={isPending} onCancel={onClose} />
      </form>
    </Modal>
  )
}
