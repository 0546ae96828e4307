import type { Logger } from '../../platform/log.ts'
import { oneLine } from '../email/renderMail.ts'
import type { Channel } from '../channel.ts'

export const createLogChannel = (log: Logger): Channel => ({
  send: async ({ reminders }, handOver) => {
    await handOver()
    for (const { title, ...reminder } of reminders) log.info({ reminder }, `reminder: ${oneLine(title)}`)
    return { kind: 'sent' }
  },
  close: () => undefined,
})
