import { ApiError } from './errors.ts'

/** Awaits a call for one record and returns undefined for 404. @throws all other errors of the call */
export async function undefinedIfNotFound<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}
