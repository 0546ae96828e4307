import type { RowError } from '../../../contract/control/rowError.ts'
import { ApiProblem } from '../../api/problem.ts'
import { useLanguage } from '../../base/language.tsx'
import { useSentences } from '../../base/sentences.ts'
import { useSay, type SaidHere } from '../../base/useSay.ts'

const toProblem = ({ code, detail, reason, values, errors, request_id: requestId }: RowError): ApiProblem =>
  new ApiProblem({ status: 0, code, detail, reason, values, requestId, faults: errors ?? [] })

/**
 * Returns a function that says in the reader's language why a row was not written: by the worker's sentences, or the
 * API's error.
 */
export function useRowError(): (error: RowError) => SaidHere {
  const { language, texts } = useLanguage()
  const { describe, describeFault, labelOf } = useSentences()
  const say = useSay()
  return (error) => {
    if (language === 'en' || error.sentences) return say(error.detail, error.sentences)
    const problem = toProblem(error)
    const faults = problem.faults.map((fault) => {
      const label = labelOf(fault)
      return label === '' ? describeFault(fault) : `${texts.errors.place(label)} ${describeFault(fault)}`
    })
    return { text: [describe(problem), ...faults].join(' '), english: error.detail }
  }
}
