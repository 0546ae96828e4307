import type { AutomationDeps } from '../../automation.ts'
import type { ChannelDeps } from '../channels/create.ts'
import type { Evaluators } from '../types.ts'

/** What sending works with. */
export type NotifyDeps = AutomationDeps & Omit<ChannelDeps, 'log'> & { evaluators: Evaluators }
