import { z } from 'zod'

const NEEDS_ADDRESS = 'must be an address that begins with https://, such as https://example.com/gear.csv'
const NEEDS_NAME =
  'must be the name of an environment variable in capitals, such as SHEET_TOKEN. The secret itself does not belong in kitroom.yaml'
const MAX_ADDRESS_LENGTH = 8192

/** Finds the fault of an address. The worker checks the host before each request, because the allowed hosts depend on it. */
function findAddressFault(text: string): string | undefined {
  const url = URL.parse(text)
  if (!url || !['https:', 'http:'].includes(url.protocol)) return NEEDS_ADDRESS
  if (url.username === '' && url.password === '') return undefined
  return 'must not hold a user name or a password: put them into environment variables, and name these under user_env and password_env'
}

const address = z
  .string({ message: NEEDS_ADDRESS })
  .max(MAX_ADDRESS_LENGTH, `must have at most ${MAX_ADDRESS_LENGTH} characters`)
  .superRefine((text, context) => {
    const message = findAddressFault(text)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })

/** Names of Kitroom's own variables are refused: a typing error must not send the API key to another host. */
const variableName = z
  .string({ message: NEEDS_NAME })
  .regex(/^[A-Z][A-Z0-9_]{0,99}$/, { message: NEEDS_NAME })
  .refine((name) => !/^(?:KITROOM|TEMPORAL)_/.test(name), {
    message: 'is a variable of Kitroom itself; give the secret a name of its own',
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
      context.addIssue({ code: 'custom', path: ['user_env'], message: 'needs password_env too' })
    if (user_env === undefined && password_env !== undefined)
      context.addIssue({ code: 'custom', path: ['password_env'], message: 'needs user_env too' })
    if (bearer_env !== undefined && user_env !== undefined)
      context.addIssue({
        code: 'custom',
        path: ['bearer_env'],
        message: 'cannot be used together with user_env; keep one of them',
      })
  })
export type UrlSettings = z.output<typeof detailed>

/** `url:` accepts `https://…`, or `{ address: https://…, bearer_env: NAME }`. A zod union would report its faults without their paths. */
export const urlSettings = z.unknown().transform((value, context): UrlSettings => {
  const isText = typeof value === 'string'
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isText && !isObject) {
    context.addIssue({ code: 'custom', message: NEEDS_ADDRESS })
    return z.NEVER
  }
  const result = detailed.safeParse(isText ? { address: value } : value)
  if (result.success) return result.data
  for (const issue of result.error.issues)
    context.addIssue({ ...issue, path: isText ? [] : issue.path, input: undefined })
  return z.NEVER
})
