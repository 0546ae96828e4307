import { z } from 'zod'
import { configId } from '../../../contract/control/configId.ts'
import { defineChannel } from '../channel.ts'
import { toOneLine } from '../text.ts'

/** Writes reminders to the worker's log. */
export const logChannel = defineChannel({
  settings: z.strictObject({ id: configId, type: z.literal('log') }),
  secrets: [],
  recipients: () => [{ recipient: 'log', domain: 'kitroom.invalid' }],
  open: (_settings, deps) => ({
    send: async ({ reminders }, handOver) => {
      await handOver()
      for (const { kind, documentType, subject, dueOn, step, title, facts } of reminders)
        deps.log.info(
          { reminder: { kind, documentType, subject, dueOn, step, facts } },
          `reminder: ${toOneLine(title)}`,
        )
      return { kind: 'sent' }
    },
    close: () => undefined,
  }),
})
