// The receivers of the two years: a mail server and a webhook. Each message is compared with the API while it is handed over.
import { ReminderMessage } from '../../../contract/reminderMessage.ts'
import { createWebhookSecret, verifyWebhook } from '../../../platform/webhookSignature.ts'
import { startMailServer, type MailServer, type ReceivedMail } from '../../support/mail/mailServer.ts'
import { startReceiver, type Receiver, type ReceivedRequest } from '../../support/webhooks.ts'

/** A reminder as its recipient reads it. */
interface ReadReminder {
  /** The end of the record's id. */
  id: string
  title: string
}

export interface ReceivedMessage {
  recipient: string
  /** Message-ID or webhook-id. */
  messageId: string
  reminders: ReadReminder[]
}

/** Compares a message with the API. @returns what is not true */
export type CheckMessage = (message: ReceivedMessage) => Promise<string[]>

export interface Receivers extends AsyncDisposable {
  mail: MailServer
  workerEnv: Record<string, string>
  /** Messages since the last call. */
  take(): ReceivedMessage[]
  /** What was not true when it was handed over. */
  falsehoods: string[]
  /** The receiver refuses, or takes messages again. */
  setDown(channel: string, isDown: boolean): void
}

const SECTION = /^(?:OVERDUE|TODAY|WITHIN A WEEK|LATER)\n\n/

/** @returns the reminders that a mail lists */
export function readMail({ email, to }: ReceivedMail): ReceivedMessage {
  const text = (email.text ?? '').replaceAll('\r\n', '\n')
  const message = { recipient: to.join(), messageId: email.messageId ?? '' }
  const single = /kitroom reminders ack ([0-9a-f]{8})$/m.exec(text)
  if (single) return { ...message, reminders: [{ id: single[1] ?? '', title: text.split('\n')[0] ?? '' }] }
  const [list = ''] = text.split('\n\n====\n\n')
  const blocks = list.split('\n\n----\n\n').map((block) => block.replace(SECTION, ''))
  const reminders = blocks.flatMap((block) => {
    const id = /^Id: ([0-9a-f]{8})$/m.exec(block)?.[1]
    return id === undefined ? [] : [{ id, title: block.split('\n')[0] ?? '' }]
  })
  return { ...message, reminders }
}

function readWebhook({ headers, body }: ReceivedRequest, secret: string): ReceivedMessage {
  const signedAtMs = Number(headers['webhook-timestamp']) * 1000
  if (!verifyWebhook({ headers, body, secrets: [secret], nowMs: signedAtMs }).ok) throw new Error('a message of the webhook is not signed')
  const { id, data } = ReminderMessage.parse(JSON.parse(body))
  return { recipient: data.channel, messageId: id, reminders: data.reminders.map(({ subject, title }) => ({ id: subject.slice(-8), title })) }
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
  return {
    mail,
    workerEnv: { KITROOM_CHANNEL_TEAM: webhook.url, KITROOM_CHANNEL_TEAM_SECRET: secret, KITROOM_CHANNEL_ALLOW: '127.0.0.1/32:*' },
    take: () => messages.splice(0),
    falsehoods,
    setDown: (channel, isDown) => void (isDown ? down.add(channel) : down.delete(channel)),
    [Symbol.asyncDispose]: async () => {
      await mail.stop()
      await webhook[Symbol.asyncDispose]()
    },
  }
}
