import { ApiError } from '../../../client/errors.ts'

/** The code of the API error that a call rejects with, or `no error`. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return 'no error'
  } catch (error) {
    if (error instanceof ApiError) return error.code
    throw error
  }
}
