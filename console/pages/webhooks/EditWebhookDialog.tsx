import { Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { getWebhook, updateWebhook, Webhook } from '../../../contract/settings/webhooks.ts'
import { webhooksQuery } from '../../api/ownerQueries.ts'
import { callSettings, etagOf } from '../../api/request.ts'
import { findCrossed, useVersionedSave, type Version } from '../../api/versioned.ts'
import { useTexts } from '../../base/language.tsx'
import { DialogButtons } from '../../parts/DialogButtons.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { ValueConflict } from '../../parts/ValueConflict.tsx'
import { EndpointFields, type EndpointValues } from './EndpointFields.tsx'

const toVersion = (webhook: Webhook): Version => ({
  values: { url: webhook.url, description: webhook.description, events: webhook.events },
  etag: etagOf(webhook),
})

const toSent = ({ url, description, events }: EndpointValues) => ({
  url: url.trim(),
  description: description.trim() === '' ? null : description.trim(),
  events,
})

function useSaveWebhook(webhook: Webhook, onClose: () => void) {
  const client = useQueryClient()
  const params = { id: webhook.id }
  return useVersionedSave(toVersion(webhook), {
    read: async () => toVersion((await callSettings<typeof getWebhook>('GET /webhooks/{id}', { params })).data),
    write: (updates, etag) =>
      callSettings<typeof updateWebhook>('PATCH /webhooks/{id}', { params, body: { updates } }, { ifMatch: etag }),
    onSaved: () => {
      onClose()
      void client.invalidateQueries({ queryKey: webhooksQuery.queryKey })
    },
  })
}

export function EditWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { webhooks: texts, ...common } = useTexts()
  const { crossing, error, isSaving, save, cancel, resolve } = useSaveWebhook(webhook, onClose)
  const [values, setValues] = useState<EndpointValues>({
    url: webhook.url,
    description: webhook.description ?? '',
    events: webhook.events,
  })
  const labels: Record<string, string> = { url: texts.url, description: texts.description, events: texts.events }
  const toText = (value: unknown): string => {
    if (Array.isArray(value)) return value.join(', ')
    return typeof value === 'string' ? value : common.item.empty
  }
  return (
    <Modal opened onClose={onClose} title={texts.editTitle} size="lg" closeButtonProps={{ 'aria-label': common.close }}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save(toSent(values))
        }}
      >
        <EndpointFields
          values={values}
          error={error}
          onChange={(change) => setValues((before) => ({ ...before, ...change }))}
        />
        {error && <ErrorNote error={error} />}
        <DialogButtons submitText={common.save} isSaving={isSaving} onCancel={onClose} />
      </form>
      {crossing && (
        <ValueConflict
          fields={findCrossed(crossing).map((name) => ({
            name,
            label: labels[name] ?? name,
            yours: toText(crossing.updates[name]),
            theirs: toText(crossing.theirs.values[name]),
          }))}
          onClose={cancel}
          onResolve={resolve}
        />
      )}
    </Modal>
  )
}
