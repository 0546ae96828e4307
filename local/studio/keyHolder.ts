import { z } from 'zod'
import { askOperator } from './operator.ts'

const Holder = z.object({ account_id: z.string().nullable(), is_live: z.boolean() })

/** Owner of a key; `account_id` is null for a key of another database. @throws LocalError */
export const findKeyHolder = (key: string, env: Record<string, string | undefined>): Promise<z.output<typeof Holder>> =>
  askOperator('keyHolder.ts', [], { ...env, KITROOM_API_KEY: key }, Holder)
