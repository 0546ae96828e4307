import { z } from 'zod'
import { toSchemaMessage } from '../schemaFaults.ts'

export const configId = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, {
  message: toSchemaMessage('no_config_id', {}),
})

export function rejectDuplicateIds(entries: readonly { id: string }[], what: string, context: z.RefinementCtx): void {
  entries.forEach((entry, index) => {
    if (entries.findIndex((other) => other.id === entry.id) < index)
      context.addIssue({ code: 'custom', path: [index, 'id'], message: `"${entry.id}" is taken by another ${what}` })
  })
}
