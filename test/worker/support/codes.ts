import { ApiError } from '../../../client/errors.ts'

/** The code of the refusal that a call meets, or `no error`. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return 'no error'
  } catch (error) {
    if (error instanceof ApiError) return error.code
    throw error
  }
}
