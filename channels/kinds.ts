import type { Logger } from '../platform/log.ts'
import type { Channel as ChannelSettings } from '../config/reminders.ts'
import { createEmailChannel, type EmailDeps } from './email/email.ts'
import { createLogChannel } from './log/log.ts'
import type { Channel } from './channel.ts'

export type ChannelDeps = EmailDeps & { log: Logger }

export const createChannel = (settings: ChannelSettings, deps: ChannelDeps): Channel =>
  settings.type === 'log' ? createLogChannel(deps.log) : createEmailChannel(settings, deps)
