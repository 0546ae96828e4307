import type { Webhook } from '../../../contract/settings/webhooks.ts'
import { useTexts } from '../../base/language.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { endpointStateOf, endpointTones } from './tones.ts'

/** Shows if an endpoint gets events, and the reason if not. */
export function EndpointTags({ webhook }: { webhook: Webhook }) {
  const { webhooks: texts } = useTexts()
  const state = endpointStateOf(webhook)
  return (
    <>
      <Tag tone={endpointTones[state]}>{texts.states[state]}</Tag>
      {webhook.disabled_reason !== null && <span className="small soft">{texts.reasons[webhook.disabled_reason]}</span>}
    </>
  )
}
