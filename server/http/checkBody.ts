import type { z } from 'zod'
import { toFaults } from '../http/faults.ts'
import { createValidationError, trimUnknownMembers } from './recordBody.ts'

/** Validates a body by its schema alone. @throws AppError validation_failed with every fault */
export const checkBody =
  <T extends z.ZodType>(schema: T) =>
  (body: unknown): z.output<T> => {
    const { body: trimmed, omitted } = trimUnknownMembers(body, schema)
    const result = schema.safeParse(trimmed)
    if (!result.success) throw createValidationError(toFaults(result.error, trimmed), omitted)
    return result.data
  }
