import { Select } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { deleteWebhook, rotateWebhookSecret, Webhook } from '../../../contract/settings/webhooks.ts'
import { webhookQuery, webhooksQuery } from '../../api/ownerQueries.ts'
import { useRepeatKey } from '../../api/repeatKey.ts'
import { callSettings, etagOf } from '../../api/request.ts'
import { useTexts } from '../../base/language.tsx'
import { Confirm } from '../../parts/Confirm.tsx'
import { showSecret } from '../../parts/SecretDialog.tsx'

const OVERLAPS = [0, 3600, 86_400, 604_800] as const
const DEFAULT_OVERLAP_SECONDS = 86_400

interface DialogProps {
  webhook: Webhook
  onClose: () => void
}

export function RotateSecretDialog({ webhook, onClose }: DialogProps) {
  const { webhooks: texts, keys } = useTexts()
  const client = useQueryClient()
  const [overlap, setOverlap] = useState<number>(DEFAULT_OVERLAP_SECONDS)
  const repeatKeyOf = useRepeatKey()
  const rotate = async (): Promise<void> => {
    const body = { overlap_seconds: overlap }
    const input = { params: { id: webhook.id }, body }
    const { data } = await callSettings<typeof rotateWebhookSecret>('POST /webhooks/{id}/rotate-secret', input, {
      idempotencyKey: repeatKeyOf(body),
    })
    showSecret({ title: texts.rotatedTitle, label: texts.theSecret, value: data.secret })
    void client.invalidateQueries({ queryKey: webhooksQuery.queryKey })
  }
  return (
    <Confirm
      title={texts.rotateTitle}
      name={webhook.url}
      texts={[texts.rotateText]}
      action={texts.rotate}
      work={rotate}
      onClose={onClose}
    >
      <Select
        label={texts.overlap}
        data={OVERLAPS.map((seconds) => ({ value: String(seconds), label: keys.overlaps[seconds] }))}
        value={String(overlap)}
        allowDeselect={false}
        onChange={(seconds) => setOverlap(Number(seconds))}
      />
    </Confirm>
  )
}

export function DeleteDialog({ webhook, onClose }: DialogProps) {
  const { webhooks: texts } = useTexts()
  const client = useQueryClient()
  const navigate = useNavigate()
  const remove = () =>
    callSettings<typeof deleteWebhook>(
      'DELETE /webhooks/{id}',
      { params: { id: webhook.id } },
      { ifMatch: etagOf(webhook) },
    )
  const leave = async (): Promise<void> => {
    await navigate({ to: '/webhooks' })
    client.removeQueries({ queryKey: webhookQuery(webhook.id).queryKey })
    await client.invalidateQueries({ queryKey: webhooksQuery.queryKey })
  }
  return (
    <Confirm
      title={texts.removeTitle}
      name={webhook.url}
      texts={[texts.removeText]}
      action={texts.remove}
      isDangerous
      work={remove}
      onClose={onClose}
      onDone={() => void leave()}
    />
  )
}
