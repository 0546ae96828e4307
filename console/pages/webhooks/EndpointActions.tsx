import { Button, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { testWebhook, updateWebhook, Webhook } from '../../../contract/settings/webhooks.ts'
import { webhooksQuery } from '../../api/ownerQueries.ts'
import { callSettings, etagOf } from '../../api/request.ts'
import { useTexts } from '../../base/language.tsx'
import type { WebhookSearch } from './search.ts'

/** Sends a test, enables or disables an endpoint. */
export function useEndpointAction(webhook: Webhook | undefined) {
  const { webhooks: texts } = useTexts()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (action: 'test' | 'enable' | 'disable') => {
      if (!webhook) throw new Error('no endpoint is shown')
      const params = { id: webhook.id }
      if (action === 'test') {
        await callSettings<typeof testWebhook>('POST /webhooks/{id}/test', { params, body: {} })
        return texts.testSent
      }
      const body = { updates: { status: action === 'enable' ? ('enabled' as const) : ('disabled' as const) } }
      await callSettings<typeof updateWebhook>('PATCH /webhooks/{id}', { params, body }, { ifMatch: etagOf(webhook) })
      return action === 'enable' ? texts.enabledAgain : texts.disabledNow
    },
    onSuccess: (message) => void notifications.show({ message }),
    // A refusal also reads again: another person may have changed or disabled the endpoint.
    onSettled: () => client.invalidateQueries({ queryKey: webhooksQuery.queryKey }),
  })
}

interface EndpointActionsProps {
  webhook: Webhook
  acting: ReturnType<typeof useEndpointAction>
  onOpen: (dialog: NonNullable<WebhookSearch['dialog']>) => void
}

export function EndpointActions({ webhook, acting: { mutate, isPending }, onOpen }: EndpointActionsProps) {
  const { webhooks: texts, ...common } = useTexts()
  const isEnabled = webhook.status === 'enabled'
  return (
    <>
      {isEnabled ? (
        <>
          <Button variant="default" loading={isPending} onClick={() => mutate('test')}>
            {texts.test}
          </Button>
          <Button variant="default" onClick={() => onOpen('replay')}>
            {texts.replaySince}
          </Button>
        </>
      ) : (
        <Button loading={isPending} onClick={() => mutate('enable')}>
          {texts.enable}
        </Button>
      )}
      <Button variant="default" onClick={() => onOpen('edit')}>
        {common.edit}
      </Button>
      <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button variant="default">{common.more}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onOpen('rotate')}>{texts.rotate}</Menu.Item>
          {isEnabled && <Menu.Item onClick={() => mutate('disable')}>{texts.disable}</Menu.Item>}
          <Menu.Item onClick={() => onOpen('delete')}>{texts.remove}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
