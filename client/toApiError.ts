import { z } from 'zod'
import { Fault, SentenceValues } from '../contract/errors.ts'
import { parseRetryAfterMs } from '../platform/http/retryAfter.ts'
import { ApiError } from './errors.ts'

// Codes are plain strings, so that codes added by a newer server are accepted.
const ProblemShape = z.object({
  code: z.string(),
  detail: z.string().optional(),
  title: z.string().optional(),
  request_id: z.string().optional(),
  reason: z.string().optional().catch(undefined),
  values: SentenceValues.optional().catch(undefined),
  errors: z.array(Fault).optional().catch(undefined),
})

function parseProblem(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function toApiError(status: number, headers: Record<string, string>, text: string): ApiError {
  if (status === 304)
    return new ApiError({
      status,
      code: 'not_modified',
      detail: 'It has not changed.',
      requestId: headers['request-id'],
    })
  const waitMs = parseRetryAfterMs(headers['retry-after'], Date.now())
  const problem = ProblemShape.safeParse(parseProblem(text))
  if (!problem.success)
    return new ApiError({
      status,
      code: 'unreadable_answer',
      detail: `The answer (status ${status}) is not one of Kitroom's. Check that the URL leads to Kitroom itself.`,
      requestId: headers['request-id'],
      retryAfterMs: waitMs,
    })
  const { code, detail, title, request_id, reason, values, errors } = problem.data
  return new ApiError({
    status,
    code,
    detail: detail ?? title ?? code,
    requestId: request_id ?? headers['request-id'],
    reason,
    values,
    errors,
    retryAfterMs: waitMs,
  })
}
