import type { z } from 'zod'
import { faultsOf } from '../http/faults.ts'
import { invalid, trimUnknown } from '../resources/shared/body.ts'

/** Validates a body by its schema alone. @throws AppError validation_failed with every fault */
export const checkBody =
  <T extends z.ZodType>(schema: T) =>
  (body: unknown): z.output<T> => {
    const { body: trimmed, omitted } = trimUnknown(body, schema)
    const result = schema.safeParse(trimmed)
    if (!result.success) throw invalid(faultsOf(result.error, trimmed), omitted)
    return result.data
  }
