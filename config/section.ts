import type { z } from 'zod'

/** A section of kitroom.yaml that may be left out, or be there with nothing in it: then everything in it has its default. */
export const section = <T extends z.ZodObject>(schema: T) =>
  schema
    .prefault({} as never)
    .nullable()
    .transform((value) => value ?? schema.parse({}))
