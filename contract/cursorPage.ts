import { z } from 'zod'
import { toSchemaMessage } from './schemaFaults.ts'
import { DEFAULT_LIMIT, MAX_LIMIT, queryInteger } from './page.ts'

/** Cursor pagination, for lists that grow while clients read them: offsets would repeat or skip rows. */
export const cursorQuery = {
  limit: queryInteger(1, MAX_LIMIT).default(DEFAULT_LIMIT),
  cursor: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,200}$/, toSchemaMessage('no_list_cursor', {}))
    .meta({ title: 'a `next_cursor` that this list gave' })
    .optional(),
}

/** `next_cursor` is opaque; send it as `cursor` with the same filters. `null` at the end. */
export const cursorPagination = z.strictObject({
  limit: z.int().min(1).max(MAX_LIMIT),
  next_cursor: z.string().nullable(),
})
