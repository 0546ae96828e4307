import { STATUS_CODES } from 'node:http'
import { eventTypes } from '../../contract/events.ts'
import { signWebhook } from '../../platform/webhookSignature.ts'
import { toCurlCommand, formatJson, type RecordedExample } from '../../server/reference/examples.ts'
import { ATTEMPT_DELAYS_MS } from '../../server/webhooks/dispatch/schedule.ts'
import { SHOWN_ADDRESS, type WebhookRecording, type Received } from './webhookRecording.ts'

/** The secret of every example: readers can verify the signatures with it. */
const SHOWN_SECRET = `whsec_${Buffer.from('an example, not a secret of ours').toString('base64')}`
const NEXT_SECRET = `whsec_${Buffer.from('another example of such a secret').toString('base64')}`
/** Values that differ between runs, and the prefixes of their placeholders. */
const VOLATILE: readonly [RegExp, string][] = [
  [/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '019d33aa-0000-7000-8000-'],
  [/evt_[0-9a-f]{32}/g, 'evt_019d33aa000070008000'],
]

type Mask = (text: string) => string

/** Replaces values that differ between runs. One value always has the same placeholder. */
function createMask(secret: string): Mask {
  const placeholders = new Map<string, string>()
  const placeholderOf = (realValue: string, start: string): string => {
    const placeholder = placeholders.get(realValue) ?? start + String(placeholders.size + 1).padStart(12, '0')
    placeholders.set(realValue, placeholder)
    return placeholder
  }
  return (text) =>
    VOLATILE.reduce(
      (masked, [pattern, start]) =>
        masked.replaceAll(pattern, (value) => (value.startsWith(start) ? value : placeholderOf(value, start))),
      text,
    )
      .replaceAll(/whsec_[A-Za-z0-9+/]{43}=/g, (value) => (value === secret ? SHOWN_SECRET : NEXT_SECRET))
      .replaceAll(/"duration_ms":\d+/g, '"duration_ms":12')
      .replaceAll(/"next_cursor":"[^"]+"/g, '"next_cursor":"ZGVsaXZ…"')
}

const fence = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``

function call(one: RecordedExample | undefined, mask: Mask): string {
  if (!one) throw new Error('the recording has no such call')
  const shownCall = JSON.parse(mask(JSON.stringify(one))) as RecordedExample
  const { status, body } = shownCall.reply
  return `${fence('sh', toCurlCommand(shownCall))}\n\n${fence('http', `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\n\n${formatJson(body)}`)}`
}

const eventOf = (recording: WebhookRecording, type: string): Received => {
  const one = recording.deliveries[type]
  if (!one) throw new Error(`nothing of type ${type} was delivered`)
  return one
}

/** A delivery with its headers. The signature is that of the shown body in one line, with the shown secret. */
function delivery({ headers, body: sentBody }: Received, mask: Mask): string {
  const body = mask(sentBody)
  const { id } = JSON.parse(body) as { id: string }
  const timestampS = Number(headers['webhook-timestamp'])
  const { pathname, host } = new URL(SHOWN_ADDRESS)
  const lines = [
    `POST ${pathname} HTTP/1.1`,
    `host: ${host}`,
    ...['content-type', 'user-agent'].map((name) => `${name}: ${String(headers[name])}`),
    `webhook-id: ${id}`,
    `webhook-timestamp: ${timestampS}`,
    `webhook-signature: ${signWebhook({ id, timestampS, body, secrets: [SHOWN_SECRET] })}`,
  ]
  return fence('http', `${lines.join('\n')}\n\n${formatJson(JSON.parse(body))}`)
}

const body = (recording: WebhookRecording, type: string, mask: Mask): string =>
  fence('http', formatJson(JSON.parse(mask(eventOf(recording, type).body))))

/** A table with aligned columns, as the formatter writes it. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, column) => Math.max(cell.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[], fill: string): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0, fill)).join(' | ')} |`
  return [head, head.map(() => '-'), ...rows].map((cells, index) => line(cells, index === 1 ? '-' : ' ')).join('\n')
}

const meaning: Readonly<Record<string, string>> = {
  created: 'it was made; `changes` is empty',
  updated: '`changes` has each field that changed, with `from` and `to`',
  deleted: 'it was deleted; `record` is the last one, `changes` is empty',
  test: 'you asked for a test; `record` is the endpoint',
}
const schemas: Readonly<Record<string, string>> = {
  gear: 'Gear',
  maintenance: 'Maintenance',
  shoot: 'Shoot',
  document: 'Document',
  webhook: 'Webhook',
}

const types = (): string =>
  table(
    ['type', '`data.record`', 'when'],
    eventTypes.map((type) => {
      const [noun = '', verb = ''] = type.split('.')
      return [`\`${type}\``, `[${schemas[noun]}](api.md#schema-${noun})`, meaning[verb] ?? '']
    }),
  )

function duration(ms: number): string {
  const units: [string, number][] = [
    ['h', 3_600_000],
    ['min', 60_000],
    ['s', 1000],
  ]
  const [unit, lengthMs] = units.find(([, length]) => ms >= length) ?? ['s', 1000]
  return `${Math.round((ms / lengthMs) * 10) / 10} ${unit}`
}

const retries = (): string =>
  table(
    ['attempt', 'after the one before', 'after the event'],
    ATTEMPT_DELAYS_MS.map((delayMs, index) => {
      const sinceMs = ATTEMPT_DELAYS_MS.slice(0, index + 1).reduce((sum, delay) => sum + delay, 0)
      return [String(index + 1), index === 0 ? '' : duration(delayMs), index === 0 ? 'at once' : duration(sinceMs)]
    }),
  )

/** The generated sections of docs/webhooks.md, by name. */
export function webhookSections(recording: WebhookRecording): Record<string, string> {
  const mask = createMask(recording.secret)
  return {
    'registering an endpoint': call(recording.calls['register'], mask),
    'types of events': types(),
    'a delivery': delivery(eventOf(recording, 'gear.updated'), mask),
    'a record that was made': body(recording, 'maintenance.created', mask),
    'a record that was changed': body(recording, 'shoot.updated', mask),
    'a record that was deleted': body(recording, 'gear.deleted', mask),
    'a document of gear': body(recording, 'document.created', mask),
    'a test': body(recording, 'webhook.test', mask),
    'attempts of a delivery': call(recording.calls['deliveries'], mask),
    retries: retries(),
    'rotating a secret': call(recording.calls['rotate'], mask),
    'sending again': call(recording.calls['replay'], mask),
  }
}

const sectionPattern = (name: string): RegExp =>
  new RegExp(`(<!-- made: ${name} -->\\n\\n)([\\s\\S]*?)(\\n\\n<!-- end -->)`)

/** The text of a section in the document; `undefined` when it has no such section. */
export const sectionOf = (text: string, name: string): string | undefined => sectionPattern(name).exec(text)?.[2]

export const fillSection = (text: string, name: string, content: string): string =>
  text.replace(sectionPattern(name), (_all, before: string, _old: string, after: string) => before + content + after)
