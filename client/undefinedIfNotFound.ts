import { ApiError } from './errors.ts'

/** Awaits a call about one record. Returns undefined for 404. @throws the call's other errors */
export async function undefinedIfNotFound<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}
