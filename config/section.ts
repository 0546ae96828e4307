import type { z } from 'zod'

export const withSectionDefaults = <T extends z.ZodObject>(schema: T) =>
  schema
    .prefault({} as never)
    .nullable()
    .transform((value) => value ?? schema.parse({}))
