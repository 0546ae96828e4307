import { hash } from 'node:crypto'
import { toIsoTime } from '../../../platform/clock.ts'
import { isNotModified } from '../../../platform/http/conditional.ts'
import { jsonAnswer, notModifiedAnswer, type Answer } from '../../answer.ts'
import type { ReadContext } from '../../http/route.ts'

/**
 * Answers with figures. The ETag covers only the figures and is weak, because `generated_at` changes (RFC 9110 section
 * 8.8.1).
 */
export function answerFigures({ app, ifNoneMatch }: ReadContext, values: object): Answer {
  const figures = JSON.stringify(values)
  const strongTag = `"${hash('sha256', figures, 'base64url')}"`
  const etag = `W/${strongTag}`
  if (ifNoneMatch && isNotModified(ifNoneMatch, strongTag)) return notModifiedAnswer(etag)
  return jsonAnswer(200, `{"data":{"generated_at":"${toIsoTime(app.clock.nowMs())}",${figures.slice(1)}}`, { etag })
}
