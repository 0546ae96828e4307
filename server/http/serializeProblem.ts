import { errorCodes, type Problem } from '../../contract/errors.ts'
import type { AppError } from '../errors.ts'

/** The type of a problem for an exceeded rate limit, known to clients of other services (draft-ietf-httpapi-ratelimit-headers-10 section 5.1). */
const QUOTA_EXCEEDED = 'https://iana.org/assignments/http-problem-types#quota-exceeded'

/** The body of an error answer (RFC 9457 section 3), as JSON text. */
export function serializeProblem(error: AppError, requestId: string): string {
  const { status } = errorCodes[error.code]
  const problem: Problem = {
    type: error.violatedPolicies ? QUOTA_EXCEEDED : `/docs/errors#${error.code}`,
    title: error.title,
    status,
    detail: error.message,
    instance: `urn:uuid:${requestId}`,
    code: error.code,
    request_id: requestId,
    ...(error.faults && { errors: error.faults }),
    ...(error.faultsOmitted > 0 && { errors_omitted: error.faultsOmitted }),
    ...(error.violatedPolicies && { 'violated-policies': error.violatedPolicies }),
  }
  return JSON.stringify(problem)
}
