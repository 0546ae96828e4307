import { createWebhookSecret } from '../../../platform/webhookSignature.ts'
import { buildSignedHeaders } from '../../../server/webhooks/dispatch/signing.ts'

/** A request to a receiver, and whether the receiver should accept it. */
export interface Case {
  name: string
  headers: Record<string, string>
  body: string
  taken: boolean
}

const record = { id: '019d33aa-0000-7000-8000-000000000001', brand: 'Sigma', model: '35mm — Käfer 📷 "f/1.4"' }
const data = {
  record,
  changes: { status: { from: 'available', to: 'in_use' } },
  request_id: '019d33aa-0000-7000-8000-000000000002',
}
const id = `evt_${'7'.repeat(32)}`
const text = JSON.stringify({ id, type: 'gear.updated', timestamp: '2026-03-28T09:15:02.000Z', data })

/** Deliveries signed by the dispatcher, and others that are tampered with, too old or signed with another secret. */
export function deliveryCases(secret: string, nowMs: number): Case[] {
  const otherSecret = createWebhookSecret()
  const signed = (secrets: string[], ageS = 0, body = text): Record<string, string> =>
    buildSignedHeaders(id, body, secrets, nowMs - ageS * 1000)
  const goodHeaders = signed([secret])
  const signature = goodHeaders['webhook-signature'] ?? ''
  const without = (name: string): Record<string, string> =>
    Object.fromEntries(Object.entries(goodHeaders).filter(([header]) => header !== name))
  const acceptedCases: [string, Record<string, string>, string?][] = [
    ['signed with the secret', goodHeaders],
    ['signed with a new secret and the one that the receiver has', signed([otherSecret, secret])],
    ['signed with the secret that the receiver has and an old one', signed([secret, otherSecret])],
    ['sent four minutes ago', signed([secret], 240)],
    [
      'with another kind of signature beside it',
      { ...goodHeaders, 'webhook-signature': `v1a,${Buffer.alloc(64, 1).toString('base64')} ${signature}` },
    ],
  ]
  const refusedCases: [string, Record<string, string>, string?][] = [
    ['with another body', goodHeaders, text.replace('in_use', 'retired')],
    ['with a space more', goodHeaders, `${text} `],
    ['signed with another secret', signed([otherSecret])],
    ['signed with two others', signed([otherSecret, createWebhookSecret()])],
    ['sent 301 seconds ago', signed([secret], 301)],
    ['sent an hour ago', signed([secret], 3600)],
    ['sent from the future', signed([secret], -320)],
    ['with another id', { ...goodHeaders, 'webhook-id': `evt_${'8'.repeat(32)}` }],
    [
      'with a fresher time',
      { ...goodHeaders, 'webhook-timestamp': String(Number(goodHeaders['webhook-timestamp']) + 1) },
    ],
    ['with a time that is none', { ...goodHeaders, 'webhook-timestamp': 'now' }],
    ['with another kind of signature only', { ...goodHeaders, 'webhook-signature': signature.replace('v1,', 'v1a,') }],
    ['with a signature that is no base64', { ...goodHeaders, 'webhook-signature': 'v1,???' }],
    ['without a signature', without('webhook-signature')],
    ['without a time', without('webhook-timestamp')],
    ['without an id', without('webhook-id')],
  ]
  const cases = (list: typeof acceptedCases, isTaken: boolean): Case[] =>
    list.map(([name, headers, body = text]) => ({ name, headers, body, taken: isTaken }))
  return [...cases(acceptedCases, true), ...cases(refusedCases, false)]
}
