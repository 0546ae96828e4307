import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import { toSchemaMessage } from '../schemaFaults.ts'
import { KeyScope } from '../scopes.ts'
import { timestamp, uuid } from '../text.ts'

/** A valid owner key, as the server sees it while it answers. */
export const KeyCaller = z
  .strictObject({
    account_id: uuid.meta({ description: 'Account of the key.' }),
    key_id: uuid,
    name: z.string().meta({ description: 'Name of the key.', examples: ['Anna'] }),
    hint: z.string().meta({ description: 'First and last characters of the key.', examples: ['ok_studio_…x7Qp'] }),
    scopes: z.array(KeyScope).meta({ description: 'Scopes of the key; all of them for a full owner key.' }),
    expires_at: timestamp.nullable(),
    live: z.literal(true).meta({ description: 'Always true: a key that is revoked or expired is answered 401.' }),
  })
  .meta({ id: 'Caller' })
export type KeyCaller = z.output<typeof KeyCaller>

/**
 * Identifies the key of a request. Kitroom's worker checks every caller of its control plane with it. It needs no
 * scope, so that any owner key can be checked.
 */
export const getCaller = defineOperation({
  id: 'getCaller',
  method: 'GET',
  path: '/caller',
  objectType: 'keys',
  summary: 'Read account and scopes of the key that the request carries',
  query: {
    for: z
      .string()
      .regex(/^[\w.-]{1,200}$/, toSchemaMessage('no_purpose', {}))
      .optional()
      .meta({
        description: 'What the key is checked for. It has no effect; the audit row shows it in `query`.',
        examples: ['approveRun'],
      }),
  },
  reply: { status: 200, body: z.strictObject({ data: KeyCaller }) },
  errors: [],
})
