import { Modal } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { createWebhook } from '../../../contract/settings/webhooks.ts'
import { webhooksQuery } from '../../api/ownerQueries.ts'
import { useRepeatKey } from '../../api/repeatKey.ts'
import { callSettings } from '../../api/request.ts'
import { useTexts } from '../../base/language.tsx'
import { DialogButtons } from '../../parts/DialogButtons.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { showSecret } from '../../parts/SecretDialog.tsx'
import { EndpointFields, type EndpointValues } from './EndpointFields.tsx'

export function NewWebhookDialog({ onClose }: { onClose: () => void }) {
  const { webhooks: texts, ...common } = useTexts()
  const client = useQueryClient()
  const repeatKeyOf = useRepeatKey()
  const [values, setValues] = useState<EndpointValues>({ url: '', description: '', events: ['*'] })
  const { mutate, error, isPending } = useMutation({
    // The cache must not retain the secret after its dialog has closed.
    gcTime: 0,
    mutationFn: async (body: EndpointValues) =>
      (await callSettings<typeof createWebhook>('POST /webhooks', { body }, { idempotencyKey: repeatKeyOf(body) }))
        .data,
    onSuccess: async ({ secret }) => {
      showSecret({ title: texts.createdTitle, label: texts.theSecret, value: secret })
      onClose()
      await client.invalidateQueries({ queryKey: webhooksQuery.queryKey })
    },
  })
  return (
    <Modal opened onClose={onClose} title={texts.add} size="lg" closeButtonProps={{ 'aria-label': common.close }}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          mutate({ ...values, url: values.url.trim() })
        }}
      >
        <EndpointFields
          values={values}
          error={error}
          onChange={(change) => setValues((before) => ({ ...before, ...change }))}
        />
        {error && <ErrorNote error={error} />}
        <DialogButtons submitText={texts.create} isSaving={isPending} onCancel={onClose} />
      </form>
    </Modal>
  )
}
