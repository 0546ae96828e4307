import type { AutomationDeps } from '../../shared/automation.ts'
import type { ChannelDeps } from '../../../messages/channels/channel.ts'
import type { LinkAddresses } from '../links/createLinks.ts'
import type { Evaluators } from '../types.ts'
import type { NotificationKinds } from '../kind.ts'

export type NotifyDeps = AutomationDeps &
  Omit<ChannelDeps, 'log'> & { kinds: NotificationKinds; evaluators: Evaluators; links?: LinkAddresses }
