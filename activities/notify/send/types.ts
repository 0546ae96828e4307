import type { AutomationDeps } from '../../automation.ts'
import type { ChannelDeps } from '../channels/create.ts'
import type { Evaluators } from '../types.ts'

export type NotifyDeps = AutomationDeps & Omit<ChannelDeps, 'log'> & { evaluators: Evaluators }
