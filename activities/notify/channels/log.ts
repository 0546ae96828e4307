import type { Logger } from '../../../platform/log.ts'
import { oneLine } from '../mail.ts'
import type { Channel } from './types.ts'

export const createLogChannel = (log: Logger): Channel => ({
  send: async ({ reminders }, handOver) => {
    await handOver()
    for (const { title, ...reminder } of reminders) log.info({ reminder }, `reminder: ${oneLine(title)}`)
    return { kind: 'sent' }
  },
  close: () => undefined,
})
