import { z } from 'zod'
import { toSchemaMessage } from '../schemaFaults.ts'

export const configId = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, {
  message: toSchemaMessage('no_config_id', {}),
})
