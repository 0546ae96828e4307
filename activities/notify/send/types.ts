import type { AutomationDeps } from '../../automation.ts'
import type { ChannelDeps } from '../../../channels/channel.ts'
import type { ReminderLink } from '../links/linkToken.ts'
import type { Evaluators } from '../types.ts'

/** The address at which a recipient answers a reminder; undefined where there is none. */
export type CreateAnswerUrl = (link: Omit<ReminderLink, 'madeAtMs'>) => string | undefined

export type NotifyDeps = AutomationDeps & Omit<ChannelDeps, 'log'> & { evaluators: Evaluators; createAnswerUrl?: CreateAnswerUrl }
