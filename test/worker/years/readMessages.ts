// What people read in a mail, a webhook and a push message: titles, facts and, where a message has it, the end of the
// record's id.
import { ReminderMessage } from '../../../contract/control/reminderMessage.ts'
import { verifyWebhook } from '../../../platform/webhookSignature.ts'
import type { ReceivedMail } from '../../support/mail/mailServer.ts'
import type { NtfyPayload } from '../../support/ntfyServer.ts'
import type { ReceivedRequest } from '../../support/webhooks.ts'

/** A reminder as its recipient reads it. */
export interface ReadReminder {
  /** The end of the record's id; empty where the message has none. */
  id: string
  title: string
  /** Where its date stands, such as `Due in 3 days`. */
  status: string | undefined
  facts: Map<string, string>
  /** True if no fact is left out. */
  isWhole: boolean
  /** True for a fault of the worker, and its end. The truth check finds out. */
  isProblem: boolean
}

export interface ReceivedMessage {
  recipient: string
  /** Message-ID or webhook-id. */
  messageId: string
  reminders: ReadReminder[]
  /** Reminders that it counts without listing them: `and 3 more`. */
  moreCount: number
}

const SECTION = /^(?:OVERDUE|TODAY|WITHIN A WEEK|LATER)\n\n/
const FACT = /^([A-Z][A-Za-z ]*): (.+)$/
function readFacts(lines: readonly string[]): Map<string, string> {
  const facts = lines.map((line) => FACT.exec(line)).filter((found) => found !== null)
  return new Map(facts.map((found) => [found[1] ?? '', found[2] ?? '']))
}

const isStatus = (line: string): boolean => line.endsWith('.') && !FACT.test(line)

/** A block of a mail: title, then where the date stands, then facts. */
function readBlock(block: string, isWhole: boolean): ReadReminder {
  const [title = '', ...lines] = block.split('\n').filter((line) => line !== '')
  const id = /^Id: ([0-9a-f]{8})$/m.exec(block)?.[1] ?? /kitroom reminders ack ([0-9a-f]{8})$/m.exec(block)?.[1] ?? ''
  const facts = readFacts(lines)
  facts.delete('Id')
  const [first = ''] = lines
  return { id, title, status: isStatus(first) ? first.slice(0, -1) : undefined, facts, isWhole, isProblem: false }
}

const ID = /^Id: ([0-9a-f]{8})$/

/** A block of a mail whose reminders are too many for facts: titles, each with its id below. */
function readTitles(lines: readonly string[]): ReadReminder[] {
  const reminders: ReadReminder[] = []
  for (const line of lines) {
    const [, id] = ID.exec(line) ?? []
    const last = reminders.at(-1)
    if (id !== undefined && last) last.id = id
    else reminders.push({ id: '', title: line, status: undefined, facts: new Map(), isWhole: false, isProblem: false })
  }
  return reminders
}

/** A block of a mail that lists several: one reminder, its facts below a blank line, or the titles of many. */
const readListed = (block: string): ReadReminder[] =>
  block.includes('\n\n') ? [readBlock(block, false)] : readTitles(block.split('\n').filter((line) => line !== ''))

/** @returns the reminders that a mail lists */
export function readMail({ email, to }: ReceivedMail): ReceivedMessage {
  const [text = ''] = (email.text ?? '').replaceAll('\r\n', '\n').split('\n\n-- \n')
  const message = { recipient: to.join(), messageId: email.messageId ?? '', moreCount: 0 }
  if (!/^\d+ reminders of your studio$/.test(email.subject ?? ''))
    return { ...message, reminders: [readBlock(text, true)] }
  const [list = ''] = text.split('\n\n====\n\n')
  const blocks = list.split('\n\n----\n\n').slice(1)
  return { ...message, reminders: blocks.flatMap((block) => readListed(block.replace(SECTION, ''))) }
}

/** Kinds of messages about records that a mail names by their ids. */
const ANSWERED_KINDS = ['maintenance', 'warranty']

export function readWebhook({ headers, body }: ReceivedRequest, secret: string): ReceivedMessage {
  const signedAtMs = Number(headers['webhook-timestamp']) * 1000
  if (!verifyWebhook({ headers, body, secrets: [secret], nowMs: signedAtMs }).ok)
    throw new Error('a message of the webhook is not signed')
  const { id, data } = ReminderMessage.parse(JSON.parse(body))
  const reminders = data.reminders.map(({ kind, subject, title, facts }) => ({
    id: ANSWERED_KINDS.includes(kind) ? subject.slice(-8) : '',
    title,
    status: undefined,
    facts: new Map(facts.map(({ name, value }) => [name, value])),
    isWhole: true,
    isProblem: false,
  }))
  return { recipient: data.channel, messageId: id, reminders, moreCount: 0 }
}

const COMMANDS = /\n\nAcknowledge one, [^]*$/
const SHORT_ID = / \[[0-9a-f]{8}\]$/
const MORE = /\nand (\d+) more$/

/**
 * A push message has facts if they fit, else titles alone. Several end with the commands that answer one by its id.
 * @param number makes an id of its own
 */
export function readPush({ title = '', message }: NtfyPayload, recipient: string, number: number): ReceivedMessage {
  const about = { recipient, messageId: `push ${number}`, moreCount: 0 }
  const toReminder = (name: string, lines: readonly string[], isWhole: boolean): ReadReminder => ({
    id: '',
    title: name.replace(SHORT_ID, ''),
    status: undefined,
    facts: readFacts(lines),
    isWhole,
    isProblem: false,
  })
  if (!/^\d+ reminders of your studio$/.test(title))
    return { ...about, reminders: [toReminder(title, message.split('\n'), true)] }
  const blocks = message.replace(COMMANDS, '').split('\n\n').slice(1)
  const [first = ''] = blocks
  if (blocks.length === 1 && !first.includes('\nItem: ')) {
    const lines = first.replace(MORE, '').split('\n')
    return {
      ...about,
      reminders: lines.map((line) => toReminder(line, [], false)),
      moreCount: Number(MORE.exec(first)?.[1] ?? 0),
    }
  }
  return {
    ...about,
    reminders: blocks.map((block) => {
      const [name = '', ...lines] = block.split('\n')
      return toReminder(name, lines, true)
    }),
  }
}
