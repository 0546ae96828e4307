import { z } from 'zod'
import { say, type Said } from '../../../contract/sentences/say.ts'
import { createSettingIssue, toSettingMessage } from '../../../contract/sentences/schemaSentences.ts'

const ADDRESS_REQUIRED = say('setting_web_address')
const NEEDS_ADDRESS = toSettingMessage(ADDRESS_REQUIRED)
const NEEDS_NAME = toSettingMessage(say('setting_variable'))
const MAX_ADDRESS_LENGTH = 8192

/**
 * Finds the fault of an address. The worker checks the host before each request, because the allowed hosts depend on
 * it.
 */
function findAddressFault(text: string): Said | undefined {
  const url = URL.parse(text)
  if (!url || !['https:', 'http:'].includes(url.protocol)) return ADDRESS_REQUIRED
  if (url.username === '' && url.password === '') return undefined
  return say('setting_password_in_address')
}

const address = z
  .string({ message: NEEDS_ADDRESS })
  .max(MAX_ADDRESS_LENGTH, toSettingMessage(say('setting_too_many_characters', { max: MAX_ADDRESS_LENGTH })))
  .superRefine((text, context) => {
    const fault = findAddressFault(text)
    if (fault) context.addIssue(createSettingIssue(fault))
  })

/** Names of Kitroom's own variables are refused: a typing error must not send the API key to another host. */
const variableName = z
  .string({ message: NEEDS_NAME })
  .regex(/^[A-Z][A-Z0-9_]{0,99}$/, { message: NEEDS_NAME })
  .refine((name) => !/^(?:KITROOM|TEMPORAL)_/.test(name), {
    message: toSettingMessage(say('setting_variable_of_kitroom')),
  })

const detailed = z
  .strictObject({
    address,
    bearer_env: variableName.optional(),
    user_env: variableName.optional(),
    password_env: variableName.optional(),
  })
  .superRefine(({ bearer_env, user_env, password_env }, context) => {
    if (user_env !== undefined && password_env === undefined)
      context.addIssue(createSettingIssue(say('setting_needs_other', { other: 'password_env' }), ['user_env']))
    if (user_env === undefined && password_env !== undefined)
      context.addIssue(createSettingIssue(say('setting_needs_other', { other: 'user_env' }), ['password_env']))
    if (bearer_env !== undefined && user_env !== undefined)
      context.addIssue(createSettingIssue(say('setting_not_beside', { other: 'user_env' }), ['bearer_env']))
  })
export type UrlSettings = z.output<typeof detailed>

/**
 * `url:` accepts `https://…`, or `{ address: https://…, bearer_env: NAME }`. A zod union would report its faults
 * without their paths.
 */
export const urlSettings = z.unknown().transform((value, context): UrlSettings => {
  const isText = typeof value === 'string'
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isText && !isObject) {
    context.addIssue(createSettingIssue(ADDRESS_REQUIRED))
    return z.NEVER
  }
  const result = detailed.safeParse(isText ? { address: value } : value)
  if (result.success) return result.data
  for (const issue of result.error.issues)
    context.addIssue({ ...issue, path: isText ? [] : issue.path, input: undefined })
  return z.NEVER
})
