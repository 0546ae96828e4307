// The receivers of the two years: a mail server, a webhook and a push server. Each message is compared with the API
// while it is handed over.
import { createWebhookSecret } from '../../../platform/webhookSignature.ts'
import { startMailServer } from '../../support/mail/mailServer.ts'
import { startNtfyServer } from '../../support/ntfyServer.ts'
import { startReceiver, type Receiver } from '../../support/webhooks.ts'
import { readMail, readPush, readWebhook, type ReceivedMessage } from './readMessages.ts'

/** Compares a message with the API. @returns what is not true */
export type CheckMessage = (message: ReceivedMessage) => Promise<string[]>

export interface Receivers extends AsyncDisposable {
  /** Where kitroom.yaml finds them. */
  addresses: { mailPort: number; pushUrl: string }
  workerEnv: Record<string, string>
  /** Messages since the last call. */
  take(): ReceivedMessage[]
  /** What was not true when it was handed over, and broken rules of a receiver. */
  falsehoods: string[]
  /** The receiver refuses, or takes messages again. */
  setDown(channel: string, isDown: boolean): void
}

export async function openReceivers(check: CheckMessage): Promise<Receivers> {
  const down = new Set<string>()
  const falsehoods: string[] = []
  let messages: ReceivedMessage[] = []
  const accept = async (message: ReceivedMessage): Promise<void> => {
    falsehoods.push(...(await check(message)))
    messages.push(message)
  }
  const mail = await startMailServer({
    onSender: () => (down.has('mail') ? 451 : undefined),
    onMail: async (received) => {
      await accept(readMail(received))
      return undefined
    },
  })
  const secret = createWebhookSecret()
  const webhook: Receiver = await startReceiver((arrival, response) => {
    if (down.has('team')) return void response.writeHead(503).end()
    const answer = (status: number): void => void response.writeHead(status).end()
    accept(readWebhook(arrival, secret)).then(
      () => answer(204),
      (error: unknown) => {
        falsehoods.push(String(error))
        answer(500)
      },
    )
  })
  let pushes = 0
  const push = await startNtfyServer(undefined, (payload) => accept(readPush(payload, 'push', ++pushes)))
  return {
    addresses: { mailPort: mail.port, pushUrl: push.url },
    workerEnv: {
      KITROOM_CHANNEL_TEAM: webhook.url,
      KITROOM_CHANNEL_TEAM_SECRET: secret,
      KITROOM_CHANNEL_ALLOW: '127.0.0.1/32:*',
    },
    take: () => messages.splice(0),
    get falsehoods() {
      return [...falsehoods, ...push.faults]
    },
    setDown: (channel, isDown) => void (isDown ? down.add(channel) : down.delete(channel)),
    [Symbol.asyncDispose]: async () => {
      await mail.stop()
      await webhook[Symbol.asyncDispose]()
      await push[Symbol.asyncDispose]()
    },
  }
}
