import { z } from 'zod'
import { parseAllowList, type AllowList } from './allowList.ts'

/** Environment variable with entries of an allow list, separated by commas. */
export const allowListSetting = z.string().transform((text, context): AllowList => {
  try {
    return parseAllowList(text.split(','))
  } catch (error) {
    context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) })
    return z.NEVER
  }
})
