import type { Problem } from '../../contract/errors.ts'
import { formatProblemBody } from '../../platform/http/problem.ts'
import type { Answer } from '../answer.ts'
import { statusOf, type AppError } from '../errors.ts'

/**
 * Problem type of an exceeded rate limit, known to clients of other services (draft-ietf-httpapi-ratelimit-headers-10
 * section 5.1).
 */
const QUOTA_EXCEEDED = 'https://iana.org/assignments/http-problem-types#quota-exceeded'

/** Serializes the body of an error response as JSON. */
export function serializeProblem(error: AppError, requestId: string): string {
  const { title, reason, values, faults, faultsOmitted, violatedPolicies } = error
  return formatProblemBody({ status: statusOf(error), title }, error, requestId, {
    ...(violatedPolicies && { type: QUOTA_EXCEEDED }),
    reason,
    ...(values && { values }),
    ...(faults && { errors: faults }),
    ...(faultsOmitted > 0 && { errors_omitted: faultsOmitted }),
    ...(violatedPolicies && { 'violated-policies': violatedPolicies }),
  } satisfies Partial<Problem>)
}

export const problemAnswer = (error: AppError, requestId: string): Answer => ({
  status: statusOf(error),
  body: serializeProblem(error, requestId),
  contentType: 'application/problem+json',
  headers: error.headers,
})
