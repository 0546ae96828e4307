import { Button, Group, Modal, Progress, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DAY_MS, MAX_REPLAY_DAYS } from '../../../contract/policies.ts'
import type { replayWebhook, Webhook } from '../../../contract/settings/webhooks.ts'
import { webhooksQuery } from '../../api/ownerQueries.ts'
import { callSettings } from '../../api/request.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import { useSentences } from '../../base/sentences.ts'
import { toTypedText, toTypedValue } from '../../base/typed.ts'
import { toLocalTime, toMoment } from '../../base/zonedTime.ts'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { TypedInput } from '../../parts/TypedInput.tsx'

/**
 * Replays all events since a time. A request creates a limited number of deliveries, and the next one continues at its
 * cursor.
 */
function useReplaySince(id: string) {
  const client = useQueryClient()
  const [deliveries, setDeliveries] = useState(0)
  const replaying = useMutation({
    mutationFn: async (since: string) => {
      let sum = 0
      let cursor: string | undefined
      do {
        const body = { since, ...(cursor !== undefined && { cursor }) }
        const { data } = await callSettings<typeof replayWebhook>('POST /webhooks/{id}/replay', {
          params: { id },
          body,
        })
        sum += data.deliveries
        setDeliveries(sum)
        cursor = data.next_cursor ?? undefined
      } while (cursor !== undefined)
      return sum
    },
    onMutate: () => setDeliveries(0),
    onSettled: () => client.invalidateQueries({ queryKey: webhooksQuery.queryKey }),
  })
  return { ...replaying, deliveries }
}

export function ReplayDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { webhooks: texts, ...common } = useTexts()
  const { faultOf } = useSentences()
  const format = useFormat()
  const { timeZone } = format
  const [since, setSince] = useState(() => toTypedText(toLocalTime(Date.now() - DAY_MS, timeZone), format))
  const { mutate, error, isPending, isSuccess, deliveries } = useReplaySince(webhook.id)
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.replayTitle}
      centered
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          mutate(toMoment(String(toTypedValue('localTime', since, format) ?? ''), timeZone))
        }}
      >
        <Text size="sm">{texts.replayText(MAX_REPLAY_DAYS)}</Text>
        <TypedInput
          kind="localTime"
          label={texts.since}
          description={texts.inTimeZone(timeZone)}
          required
          data-autofocus
          value={since}
          error={faultOf(error, 'since')}
          onChange={setSince}
        />
        <div role="status" className="stack">
          {isPending && <Progress value={100} animated aria-label={texts.replayTitle} />}
          {(isPending || isSuccess) && <Text size="sm">{texts.replayed(deliveries)}</Text>}
        </div>
        {error && <ErrorNote error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {isSuccess ? common.close : common.cancel}
          </Button>
          {!isSuccess && (
            <Button type="submit" loading={isPending}>
              {texts.replay}
            </Button>
          )}
        </Group>
      </form>
    </Modal>
  )
}
