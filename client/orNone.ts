import { ApiError } from './errors.ts'

/**
 * Waits for a call about one record; a record that is not there is no error.
 * @returns undefined when the server answers 404
 * @throws whatever else the call throws
 */
export async function orNone<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}
