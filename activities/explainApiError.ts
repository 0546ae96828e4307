import type { ApiError } from '../client/errors.ts'

const NEW_KEY_HINT = 'Make it a new one: npm start -- --account <id>, where the API server runs.'
const MAX_FAULTS = 3

/** Explains an API error to people who know neither its codes nor its requests. */
export function explainApiError({ status, code, detail, errors }: ApiError): string {
  if (code === 'insufficient_scope') return `The worker's key may not do this. ${detail} ${NEW_KEY_HINT}`
  if (code === 'feature_not_available') return detail
  if (status === 401 || status === 403) return `The API server does not accept the worker's key. ${NEW_KEY_HINT}`
  if (status === 429 || status === 503) return 'The API server takes nothing more for now.'
  if (status >= 500) return 'The API server failed on it; its log has the cause.'
  const faults = errors.slice(0, MAX_FAULTS).map((fault) => fault.detail)
  return `The API server refused it: ${faults.length > 0 ? faults.join(' ') : detail}`
}
