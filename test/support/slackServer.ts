import { z } from 'zod'
import { startReceiver, type Receiver, type ReceivedRequest } from './webhooks.ts'

// Slack's documented rules for messages of an incoming webhook: Block Kit's reference, the escaping of & < >, and one
// message a second.

const plainText = (max: number) =>
  z.strictObject({ type: z.literal('plain_text'), text: z.string().min(1).max(max), emoji: z.boolean().optional() })
/** Links alone, with texts that have no markup. */
const links = z.strictObject({
  type: z.literal('mrkdwn'),
  text: z
    .string()
    .max(3000)
    .regex(/^<https:\/\/[^<>|\s]+\|[^<>|&]+>(?: · <https:\/\/[^<>|\s]+\|[^<>|&]+>)*$/),
  verbatim: z.literal(true),
})
const Block = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('header'), text: plainText(150) }),
  z.strictObject({ type: z.literal('section'), text: z.union([plainText(3000), links]) }),
])
const Payload = z.strictObject({
  text: z.string().min(1).max(4000),
  blocks: z.array(Block).min(1).max(50),
  mrkdwn: z.boolean().optional(),
  unfurl_links: z.boolean().optional(),
  unfurl_media: z.boolean().optional(),
})
type SlackPayload = z.output<typeof Payload>

const INTERVAL_MS = 1000
/** Mentions, links and commands of Slack's markup. */
const MARKUP = /<(?:!|@|#|https?:|mailto:)[^>]*>/
const UNESCAPED = /[<>]|&(?!(?:amp|lt|gt);)/

export interface SlackServer extends Receiver {
  /** The secret address of the webhook. */
  webhook: string
  messages: SlackPayload[]
  /** Broken rules. */
  faults: string[]
}

export const SLACK_TOKEN = 'XsecretXtokenXofXaXhookX'
const SLACK_PATH = `/services/T000/B000/${SLACK_TOKEN}`

function findFault({ body, headers, path }: ReceivedRequest): string | undefined {
  if (path !== SLACK_PATH) return 'no_service'
  if (headers['content-type'] !== 'application/json') return 'invalid_payload'
  const parsed = Payload.safeParse(JSON.parse(body))
  if (!parsed.success) return `invalid_blocks: ${z.prettifyError(parsed.error)}`
  if (!body.isWellFormed() || /\\ud[89a-f]/i.test(body)) return 'invalid_payload: a lone surrogate'
  return UNESCAPED.test(parsed.data.text) || MARKUP.test(parsed.data.text) ? 'a mention or markup in text' : undefined
}

export async function startSlackServer(): Promise<SlackServer> {
  const messages: SlackPayload[] = []
  const faults: string[] = []
  let lastMs = -Infinity
  const receiver = await startReceiver((arrival, response) => {
    const fault = findFault(arrival)
    if (fault !== undefined) {
      faults.push(fault)
      response.writeHead(fault === 'no_service' ? 404 : 400).end(fault.split(':')[0])
    } else if (arrival.atMs - lastMs < INTERVAL_MS) {
      faults.push('rate_limited')
      response.writeHead(429, { 'retry-after': '1' }).end('rate_limited')
    } else {
      lastMs = arrival.atMs
      messages.push(Payload.parse(JSON.parse(arrival.body)))
      response.writeHead(200).end('ok')
    }
  })
  return { ...receiver, webhook: receiver.url + SLACK_PATH, messages, faults }
}
