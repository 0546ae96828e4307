import { z } from 'zod'
import { CustomField, MAX_CHOICES } from '../api/customFields.ts'
import { customFieldTypes, FIELD_NAME, type CustomFieldType } from '../api/customFieldValues.ts'
import { gearTypes } from '../api/gearFields.ts'
import { describeFault } from '../faultReasons.ts'
import { defineOperation } from '../operation.ts'
import { createIssue } from '../schemaFaults.ts'
import { isFieldName } from './fieldNames.ts'
import { optionalText, requiredText, uuid, withCheck } from '../text.ts'
import { atLeastOne } from '../values.ts'

const fieldName = withCheck(z.string(), (name) => {
  if (!FIELD_NAME.test(name)) return describeFault('no_field_name', {})
  return isFieldName(name) ? undefined : describeFault('reserved_name', {})
}).meta({ maxLength: 40, pattern: FIELD_NAME.source, examples: ['supplier'] })

const choice = requiredText(100)

const choiceList = z
  .array(choice)
  .min(1)
  .max(MAX_CHOICES)
  .check((context) => {
    const seen = new Set<string>()
    context.value.forEach((text, index) => {
      const folded = text.toLowerCase()
      if (seen.has(folded)) context.issues.push(createIssue(text, 'repeated', {}, [index]))
      seen.add(folded)
    })
  })
  .meta({ uniqueItems: true })

const label = requiredText(100)
const unit = optionalText(20)
const help = optionalText(500)

interface Traits {
  type: CustomFieldType
  unit?: string | null | undefined
  choices?: readonly string[] | null | undefined
  unique?: boolean | undefined
}

type Issue = ReturnType<typeof createIssue>

/** Finds members that the type of a field excludes, or needs. @param base path of the members */
export function findTraitIssues({ type, unit: given, choices, unique }: Traits, base: string[] = []): Issue[] {
  const issues: Issue[] = []
  if (type === 'choice' && (choices ?? null) === null)
    issues.push(createIssue(choices, 'required', {}, [...base, 'choices']))
  if (type !== 'choice' && (choices ?? null) !== null)
    issues.push(createIssue(choices, 'not_for_field_type', { field_type: type }, [...base, 'choices']))
  if (type !== 'integer' && type !== 'number' && (given ?? null) !== null)
    issues.push(createIssue(given, 'not_for_field_type', { field_type: type }, [...base, 'unit']))
  if ((type === 'boolean' || type === 'choice') && unique === true)
    issues.push(createIssue(unique, 'not_for_field_type', { field_type: type }, [...base, 'unique']))
  return issues
}

/** Without `gear_type` the field is for all types. */
export const NewCustomField = z
  .strictObject({
    name: fieldName,
    label,
    gear_type: z.enum(gearTypes).nullish(),
    type: z.enum(customFieldTypes),
    unit: unit.nullish(),
    choices: choiceList.nullish(),
    unique: z.boolean().default(false),
    filterable: z.boolean().default(false),
    help: help.nullish(),
  })
  .check((context) => void context.issues.push(...findTraitIssues(context.value)))
  .meta({ id: 'FieldCreate' })
export type NewCustomField = z.output<typeof NewCustomField>

const CustomFieldUpdates = atLeastOne(
  z
    .strictObject({
      label,
      unit: unit.nullable(),
      choices: choiceList,
      unique: z.boolean(),
      filterable: z.boolean(),
      help: help.nullable(),
    })
    .partial(),
).meta({ id: 'FieldUpdates' })

export const CustomFieldPatch = z.strictObject({ updates: CustomFieldUpdates }).meta({ id: 'FieldPatch' })
export type CustomFieldPatch = z.output<typeof CustomFieldPatch>

const reply = { status: 200, body: z.strictObject({ data: CustomField }) } as const
const params = { id: uuid }

/** `items`: the number of items that have a value. */
const CountedField = z.strictObject({ ...CustomField.shape, items: z.int().min(0) }).meta({ id: 'CountedField' })

export const listOwnFields = defineOperation({
  id: 'listOwnFields',
  method: 'GET',
  path: '/fields',
  objectType: 'fields',
  summary: 'List the own fields with the number of items that have a value',
  scope: 'fields:read',
  reply: { status: 200, body: z.strictObject({ data: z.array(CountedField) }) },
  errors: [],
})

export const createField = defineOperation({
  id: 'createField',
  method: 'POST',
  path: '/fields',
  objectType: 'fields',
  summary: 'Define a field for one gear type or for all',
  scope: 'fields:write',
  body: NewCustomField,
  reply: { status: 201, body: z.strictObject({ data: CustomField }) },
  errors: ['validation_failed', 'field_name_taken', 'field_limit_reached'],
})

export const updateField = defineOperation({
  id: 'updateField',
  method: 'PATCH',
  path: '/fields/{id}',
  objectType: 'fields',
  summary: 'Change label, unit, choices, help, or how a field is compared',
  scope: 'fields:write',
  params,
  body: CustomFieldPatch,
  reply,
  errors: [
    'not_found',
    'validation_failed',
    'precondition_failed',
    'field_in_use',
    'field_limit_reached',
    'field_not_ready',
  ],
})

export const deleteField = defineOperation({
  id: 'deleteField',
  method: 'DELETE',
  path: '/fields/{id}',
  objectType: 'fields',
  summary: 'Delete a field; its values go in the background',
  scope: 'fields:write',
  params,
  query: { values: z.literal('discard').optional() },
  reply: {
    status: 200,
    body: z.strictObject({
      data: z.strictObject({ id: uuid, deleted: z.literal(true), items: z.int().min(0) }),
    }),
  },
  errors: ['not_found', 'precondition_failed', 'field_in_use', 'field_not_ready'],
})
