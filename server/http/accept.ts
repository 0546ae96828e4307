import { describeFault } from '../../contract/faultReasons.ts'
import { createError } from '../errors.ts'

function computeSpecificity(range: string, media: string): number {
  if (range === media) return 3
  if (range === `${media.slice(0, media.indexOf('/'))}/*`) return 2
  return range === '*/*' ? 1 : 0
}

function qualityOf(accept: string, media: string): number {
  let best = 0
  let quality = 0
  for (const part of accept.split(',')) {
    const [range = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const rangeSpecificity = computeSpecificity(range, media)
    if (rangeSpecificity === 0 || rangeSpecificity < best) continue
    const weight = parameters.find((text) => text.startsWith('q='))
    best = rangeSpecificity
    quality = weight ? Number(weight.slice(2)) : 1
  }
  return quality > 0 ? quality : 0
}

const JSON_ONLY = ['application/json'] as const

/**
 * Negotiates the media type. The first offered type wins at equal quality (RFC 9110 section 12.5.1).
 * @throws AppError not_acceptable
 */
export function negotiateMediaType<const Media extends string>(
  accept: string | undefined,
  offered: readonly [Media, ...Media[]],
): Media {
  const [first] = offered
  if (accept === undefined || accept === '*/*' || accept === first) return first
  let best: { media: Media; quality: number } = { media: first, quality: 0 }
  for (const media of offered) {
    const quality = qualityOf(accept, media)
    if (quality > best.quality) best = { media, quality }
  }
  if (best.quality > 0) return best.media
  const values = { media_types: offered }
  throw createError('not_acceptable', values, {
    faults: [{ header: 'Accept', ...describeFault('header_must_allow', values) }],
  })
}

export const checkAccept = (accept: string | undefined): void => void negotiateMediaType(accept, JSON_ONLY)

/** Accepts only uncompressed JSON in UTF-8. @throws AppError unsupported_media_type */
export function checkContentType(contentType: string | undefined, contentEncoding: string | undefined): void {
  const [type = '', ...parameters] = (contentType ?? '').split(';').map((text) => text.trim().toLowerCase())
  const isUtf8 = parameters.every((text) => text === '' || /^charset="?utf-8"?$/.test(text))
  if (type !== 'application/json' || !isUtf8)
    throw createError(
      'body_not_json',
      {},
      {
        faults: [{ header: 'Content-Type', ...describeFault('header_not_json', {}) }],
      },
    )
  if (contentEncoding !== undefined && contentEncoding.toLowerCase() !== 'identity')
    throw createError(
      'body_encoded',
      {},
      {
        faults: [{ header: 'Content-Encoding', ...describeFault('header_must_be_absent', {}) }],
      },
    )
}
