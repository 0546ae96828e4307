import type { Logger } from '../../../platform/log.ts'
import type { Channel as ChannelSettings } from '../../../config/reminders.ts'
import { createEmailChannel, type EmailDeps } from './email.ts'
import { createLogChannel } from './log.ts'
import type { Channel } from './types.ts'

export type ChannelDeps = EmailDeps & { log: Logger }

export const createChannel = (settings: ChannelSettings, deps: ChannelDeps): Channel =>
  settings.type === 'log' ? createLogChannel(deps.log) : createEmailChannel(settings, deps)
