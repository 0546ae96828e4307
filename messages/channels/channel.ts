import type { ConnectionOptions } from 'node:tls'
import type { z } from 'zod'
import type { DocumentType } from '../../contract/api/documents.ts'
import type { Said } from '../../contract/sentences/say.ts'
import type { Sentence } from '../../contract/sentences/sentence.ts'
import type { Language } from '../languages/language.ts'
import type { Logger } from '../../platform/log.ts'
import type { AllowList } from '../../platform/outbound/allowList.ts'

/** Distance of the due day from today. `late`: it has passed. `soon`: it is today or within a week. */
export interface MessageStatus {
  /** Text such as `Due in 3 days`. */
  text: string
  tone: 'late' | 'soon' | 'calm'
}

/** A command of the `kitroom` command line that answers a message. Contains no text of users. */
export interface MessageCommand {
  purpose: string
  command: string
  /** The kind of link that does the same; absent if only the command does it. */
  link?: MessageLink['kind']
}

/** A link to a page of the worker. Anyone who has it can answer. It contains no text of users. */
export interface MessageLink {
  /** `page` shows all actions. The others show one action first; a POST without a body performs it. */
  kind: 'page' | 'ack' | 'snooze' | 'done'
  label: string
  url: string
}

/** Lines of a message that only mails show, since they may have prices and serial numbers. */
export interface MessageDetails {
  title: string
  lines: readonly string[]
}

/** A reminder or a test message, for any channel. */
export interface Message {
  /** Kind of the reminder, such as `warranty`. */
  kind: string
  /** Type of the ending document. Insurances and other documents have the kind `warranty` too. */
  documentType?: DocumentType
  /** Id of the record or problem. */
  subject: string
  /** `YYYY-MM-DD`. */
  dueOn: string
  /** Days before the due day; negative after it. */
  step: number
  /** Title: one line of plain text. */
  title: string
  /** Name and value pairs, in order. */
  facts: readonly { name: string; value: string }[]
  details?: MessageDetails
  /** Links with which the recipient answers, the page first; absent without a public address. */
  links?: readonly MessageLink[]
  /** Absent for problems and test messages. */
  status?: MessageStatus
  /** Absent for messages that nobody answers. */
  commands?: readonly MessageCommand[]
}

/** Consecutive messages of a summary. */
export interface SummarySection {
  /** Heading, such as `Overdue`. */
  title: string
  count: number
}

/** Overview of a delivery with several messages. */
export interface Summary {
  /** Sentences about all messages. */
  lines: readonly string[]
  /** Messages to list, by date. */
  shown: readonly Message[]
  /** Groups the entries of `shown` in a digest, in the same order. */
  sections?: readonly SummarySection[]
}

/** Messages that are sent to one recipient together. */
export interface Delivery {
  /** Message-ID with angle brackets (RFC 5322 section 3.6.4). A resent delivery has the same id. */
  id: string
  to: string
  atMs: number
  /** Language of the texts; default: English. */
  language?: Language
  reminders: readonly Message[]
  /** Address at which the recipient unsubscribes, for a mail's header; absent if unsubscribing is not offered. */
  unsubscribeUrl?: string
  /** Summary of several messages; absent for a single one. */
  summary?: Summary
}

/**
 * Outcome of sending a delivery. `retry`: not accepted now; with `affectsChannel` the whole channel fails. `failed`:
 * permanent. `unknown`: transferred without a reply. Errors are for people and contain no secret; `sentences` say the
 * same.
 * - `retryAfterMs`: the receiver wants nothing for this time.
 * - `stopsChannel`: nothing is sent until the channel's settings or secrets change, or a test message is accepted.
 */
export type Outcome =
  | { kind: 'sent' }
  | (OutcomeError & { kind: 'retry'; affectsChannel: boolean; retryAfterMs?: number; stopsChannel?: true })
  | (OutcomeError & { kind: 'failed' })
  | (OutcomeError & { kind: 'unknown' })

/** An error in English, and as sentences. */
interface OutcomeError {
  error: string
  sentences: Sentence[]
}

export const toOutcomeError = ({ message: error, sentences }: Said): OutcomeError => ({ error, sentences })

export const readOutcomeError = ({ error: message, sentences }: OutcomeError): Said => ({ message, sentences })

/** True if the channel cannot send anything more now. */
export const stopsChannel = (outcome: Outcome): boolean =>
  outcome.kind === 'unknown' || (outcome.kind === 'retry' && outcome.affectsChannel)

export interface Channel {
  /**
   * Sends one delivery, within a few minutes.
   * @param handOver called before the first byte of the message is sent; an error prevents sending
   * @throws errors of `handOver`
   */
  send(delivery: Delivery, handOver: () => Promise<void>): Promise<Outcome>
  /** Closes an open session. */
  close(): void
}

/** Address within a channel, such as an e-mail address. */
export interface ChannelRecipient {
  recipient: string
  /** Domain part of Message-IDs. */
  domain: string
}

export interface ChannelDeps {
  log: Logger
  /** Values of the environment variables in `ChannelKind.secrets`, and of all KITROOM_CHANNEL_…, by name. */
  secrets: Readonly<Record<string, string | undefined>>
  /** Addresses that channels over HTTP may reach besides https on the public internet. */
  allow: AllowList
  /** Time limit for one delivery. Each kind has its own default. */
  timeoutMs?: number
  /** Additional TLS options, such as a test's certificate authority. */
  tls?: ConnectionOptions
}

/** A kind of channel. Each has its own folder. */
export interface ChannelKind<Schema extends z.ZodObject> {
  /** Entry under `reminders.channels` of kitroom.yaml; its `type` names the kind. */
  readonly settings: Schema
  /** Environment variables with secrets. They are never part of kitroom.yaml. */
  readonly secrets: readonly string[]
  recipients(settings: z.output<Schema>): ChannelRecipient[]
  /** Schema and recipients of personal addresses; present for channels that have them. */
  readonly personal?: {
    address: z.ZodType<string>
    toRecipient(settings: z.output<Schema>, address: string): ChannelRecipient
  }
  open(settings: z.output<Schema>, deps: ChannelDeps): Channel
}

/** Retains the literal types of a kind's settings. */
export const defineChannel = <Schema extends z.ZodObject>(kind: ChannelKind<Schema>): ChannelKind<Schema> => kind
