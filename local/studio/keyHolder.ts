import { z } from 'zod'
import { runOperatorCommand } from './operatorCommand.ts'

const Holder = z.object({ account_id: z.string().nullable(), is_live: z.boolean() })

/** Finds the account of a key; `account_id` is null for a key of another database. @throws LocalError */
export const readKeyHolder = (key: string, env: Record<string, string | undefined>): Promise<z.output<typeof Holder>> =>
  runOperatorCommand('keyHolder.ts', [], { ...env, KITROOM_API_KEY: key }, Holder)
