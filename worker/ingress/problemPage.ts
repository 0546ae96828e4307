import type { IncomingHttpHeaders } from 'node:http'
import { ingressErrorCodes, type IngressErrorCode } from '../../contract/control/ingressErrors.ts'
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '../../messages/languages/language.ts'
import { getTexts, type Texts } from '../../messages/languages/texts.ts'
import type { WholeAnswer } from '../../platform/http/answer.ts'
import type { HttpError } from '../../platform/http/httpError.ts'
import { toIngressProblem } from './problem.ts'
import { toPageAnswer, type PageButton } from './reminderPage.ts'

/** Finds the supported language that a browser prefers (RFC 9110 section 12.5.4). */
function findPreferred(header = ''): Language {
  const ranges = header.split(',').map((range) => {
    const [tag = '', weight = 'q=1'] = range.split(';').map((part) => part.trim())
    return { language: tag.slice(0, 2).toLowerCase(), weight: Number(weight.replace('q=', '')) || 0 }
  })
  const [best] = ranges
    .filter(({ language, weight }) => isLanguage(language) && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
  return isLanguage(best?.language) ? best.language : DEFAULT_LANGUAGE
}

function describeFault(
  { code }: HttpError<IngressErrorCode>,
  { page: { faults, tryAgain } }: Texts,
): { title: string; advice: string; buttons: PageButton[] } {
  if (code === 'not_found') return { title: faults.notFound, advice: faults.useNewest, buttons: [] }
  if (code !== 'unavailable') return { title: faults.failed, advice: faults.openAgain, buttons: [] }
  return { title: faults.unavailable, advice: faults.retry, buttons: [{ text: tryAgain, fields: {}, method: 'get' }] }
}

/**
 * Answers a refused request: with a page for a browser, and a problem document for programs. An unknown path and an
 * invalid link get the same.
 */
export function answerProblem(error: HttpError<IngressErrorCode>, headers: IncomingHttpHeaders): WholeAnswer {
  const problem = toIngressProblem(error)
  if (!headers.accept?.includes('text/html')) return problem
  const texts = getTexts(findPreferred(headers['accept-language']))
  const { title, advice, buttons } = describeFault(error, texts)
  const page = toPageAnswer(
    { language: texts.language, title, sentences: [advice], buttons },
    ingressErrorCodes[error.code].status,
  )
  return { ...page, headers: { ...problem.headers, ...page.headers } }
}
