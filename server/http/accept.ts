import { AppError } from './problem.ts'

/** How well an Accept range fits application/json: the more exact the range, the higher. */
function specificity(range: string): number {
  if (range === 'application/json') return 3
  if (range === 'application/*') return 2
  return range === '*/*' ? 1 : 0
}

/**
 * Refuses a request whose Accept header excludes JSON (RFC 9110 section 12.5.1: the most exact range decides, q=0 excludes).
 * @throws AppError not_acceptable
 */
export function checkAccept(accept: string | undefined): void {
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return
  let best = 0
  let quality = 0
  for (const part of accept.split(',')) {
    const [range = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const fit = specificity(range)
    if (fit === 0 || fit < best) continue
    const weight = parameters.find((text) => text.startsWith('q='))
    best = fit
    quality = weight ? Number(weight.slice(2)) : 1
  }
  if (best === 0 || !(quality > 0))
    throw new AppError('not_acceptable', 'This API answers in application/json only; the Accept header excludes it.', {
      faults: [{ header: 'Accept', code: 'invalid_value', detail: 'must allow application/json' }],
    })
}

/**
 * Refuses a body that is not JSON in UTF-8.
 * @throws AppError unsupported_media_type
 */
export function checkContentType(contentType: string | undefined, contentEncoding: string | undefined): void {
  const [type = '', ...parameters] = (contentType ?? '').split(';').map((text) => text.trim().toLowerCase())
  const plain = parameters.every((text) => text === '' || /^charset="?utf-8"?$/.test(text))
  if (type !== 'application/json' || !plain)
    throw new AppError('unsupported_media_type', 'The body must be sent with Content-Type: application/json (UTF-8).', {
      faults: [{ header: 'Content-Type', code: 'invalid_value', detail: 'must be application/json' }],
    })
  if (contentEncoding !== undefined && contentEncoding.toLowerCase() !== 'identity')
    throw new AppError('unsupported_media_type', 'The body must be sent without Content-Encoding.', {
      faults: [{ header: 'Content-Encoding', code: 'invalid_value', detail: 'must be absent' }],
    })
}
