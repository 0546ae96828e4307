import { z } from 'zod'
import type { Channel, ChannelDeps, ChannelKind, ChannelRecipient } from './channel.ts'
import { email } from './email/email.ts'
import { log } from './log/log.ts'

const kinds = { email, log }

/** A channel of kitroom.yaml. */
export const ChannelSettings = z.discriminatedUnion('type', [email.settings, log.settings])
export type ChannelSettings = z.output<typeof ChannelSettings>

/** Environment variables of all kinds. */
export const channelSecrets: readonly string[] = Object.values(kinds).flatMap(({ secrets }) => secrets)

const findChannelKind = ({ type }: ChannelSettings): ChannelKind<z.ZodObject> => kinds[type]

export const openChannel = (settings: ChannelSettings, deps: ChannelDeps): Channel => findChannelKind(settings).open(settings, deps)

export const getChannelRecipients = (settings: ChannelSettings): ChannelRecipient[] => findChannelKind(settings).recipients(settings)
