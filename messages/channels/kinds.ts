import { scryptSync } from 'node:crypto'
import { z } from 'zod'
import type { Channel, ChannelDeps, ChannelKind, ChannelRecipient } from './channel.ts'
import { appriseChannel } from './apprise/apprise.ts'
import { emailChannel } from './email/email.ts'
import { logChannel } from './log/log.ts'
import { ntfyChannel } from './ntfy/ntfy.ts'
import { slackChannel } from './slack/slack.ts'
import { webhookChannel } from './webhook/webhook.ts'

const kinds = {
  apprise: appriseChannel,
  email: emailChannel,
  log: logChannel,
  ntfy: ntfyChannel,
  slack: slackChannel,
  webhook: webhookChannel,
}

/** A channel of kitroom.yaml. */
export const ChannelSettings = z.discriminatedUnion('type', [
  appriseChannel.settings,
  emailChannel.settings,
  logChannel.settings,
  ntfyChannel.settings,
  slackChannel.settings,
  webhookChannel.settings,
])
export type ChannelSettings = z.output<typeof ChannelSettings>

/** Environment variables of all kinds. */
export const channelSecrets: readonly string[] = Object.values(kinds).flatMap(({ secrets }) => secrets)

const FINGERPRINT_BYTES = 16

/**
 * Computes a fingerprint of a channel's settings and of the secrets that they name. It reveals no secret, not even a
 * short one.
 */
export function fingerprintChannel(settings: ChannelSettings, secrets: ChannelDeps['secrets']): string {
  const values = Object.entries(settings).flatMap(([name, value]) =>
    name.endsWith('_env') && typeof value === 'string' ? [secrets[value] ?? ''] : [],
  )
  return scryptSync(JSON.stringify([settings, values]), settings.id, FINGERPRINT_BYTES).toString('hex')
}

const findChannelKind = ({ type }: ChannelSettings): ChannelKind<z.ZodObject> => kinds[type]

export const openChannel = (settings: ChannelSettings, deps: ChannelDeps): Channel =>
  findChannelKind(settings).open(settings, deps)

export const getChannelRecipients = (settings: ChannelSettings): ChannelRecipient[] =>
  findChannelKind(settings).recipients(settings)

/** Finds the schema of a person's address in a channel. @returns undefined for a channel without personal addresses */
export const findAddressSchema = (settings: ChannelSettings): z.ZodType<string> | undefined =>
  findChannelKind(settings).personal?.address

/** @param address a person's address; undefined means the channel's own recipients */
export function getPersonRecipients(settings: ChannelSettings, address: string | undefined): ChannelRecipient[] {
  const { personal } = findChannelKind(settings)
  return address === undefined || !personal ? getChannelRecipients(settings) : [personal.toRecipient(settings, address)]
}
