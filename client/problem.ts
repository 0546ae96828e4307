import { z } from 'zod'
import { Fault } from '../contract/errors.ts'
import { ApiError } from './errors.ts'

// Codes are plain strings, so that new codes of a newer server pass.
const ProblemShape = z.object({
  code: z.string(),
  detail: z.string().optional(),
  title: z.string().optional(),
  request_id: z.string().optional(),
  errors: z.array(Fault).optional().catch(undefined),
})

/** Parses `Retry-After`, seconds or an HTTP date (RFC 9110 section 10.2.3), to milliseconds; `undefined` if absent or invalid. */
function retryAfterMs(value: string | undefined, nowMs: number): number | undefined {
  if (value === undefined) return undefined
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Converts a 3xx, 4xx or 5xx answer to an error. */
export function problemError(status: number, headers: Record<string, string>, text: string): ApiError {
  if (status === 304) return new ApiError({ status, code: 'not_modified', detail: 'It has not changed.', requestId: headers['request-id'] })
  const waitMs = retryAfterMs(headers['retry-after'], Date.now())
  const problem = ProblemShape.safeParse(parse(text))
  if (!problem.success)
    return new ApiError({
      status,
      code: 'unreadable_answer',
      detail: `The answer (status ${status}) is not one of Kitroom's. Check that the URL leads to Kitroom itself.`,
      requestId: headers['request-id'],
      retryAfterMs: waitMs,
    })
  const { code, detail, title, request_id, errors } = problem.data
  return new ApiError({ status, code, detail: detail ?? title ?? code, requestId: request_id ?? headers['request-id'], errors, retryAfterMs: waitMs })
}
