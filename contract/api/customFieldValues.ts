// Values of own fields: what each type takes.
import { z } from 'zod'
import { describeFault } from '../faultReasons.ts'
import { day, requiredText, withCheck } from '../text.ts'

export const customFieldTypes = ['text', 'integer', 'number', 'date', 'boolean', 'choice'] as const
export type CustomFieldType = (typeof customFieldTypes)[number]

export const MAX_TEXT_VALUE = 1000
/** Larger numbers lose their last digits in many programs. */
export const MAX_NUMBER = 1e12

export const FIELD_NAME = /^[a-z][a-z0-9_]{0,39}$/

export type CustomFieldValue = string | number | boolean
export type CustomFieldValues = Readonly<Record<string, CustomFieldValue>>

const withoutNegativeZero = (value: number): number => value + 0

const choiceOf = (choices: readonly string[]) =>
  withCheck(z.string(), (value) =>
    choices.includes(value) ? undefined : describeFault('not_one_of', { allowed: [...choices] }),
  )

/** Creates the schema of a value. A text is trimmed, one line of 1 to 1,000 characters. */
export function toValueSchema({
  type,
  choices,
}: {
  type: CustomFieldType
  choices: readonly string[] | null
}): z.ZodType<CustomFieldValue> {
  switch (type) {
    case 'text':
      return requiredText(MAX_TEXT_VALUE)
    case 'integer':
      return z.int().min(-MAX_NUMBER).max(MAX_NUMBER).transform(withoutNegativeZero)
    case 'number':
      return z.number().min(-MAX_NUMBER).max(MAX_NUMBER).transform(withoutNegativeZero)
    case 'date':
      return day
    case 'boolean':
      return z.boolean()
    case 'choice':
      return choiceOf(choices ?? [])
  }
}
