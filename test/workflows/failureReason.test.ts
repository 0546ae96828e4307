import { ActivityFailure, ApplicationFailure, CancelledFailure, RetryState, TimeoutFailure } from '@temporalio/common'
import { expect, it } from 'vitest'
import { englishSentences } from '../../contract/sentences/say.ts'
import { joinTexts } from '../../contract/sentences/joinTexts.ts'
import type { Sentence } from '../../contract/sentences/sentence.ts'
import { failureReason } from '../../workflows/failureReason.ts'

const failed = (activity: string, cause: Error): ActivityFailure =>
  new ActivityFailure('Activity task failed', activity, '1', RetryState.TIMEOUT, 'worker', cause)
const late = (activity: string, last?: Error): ActivityFailure =>
  failed(activity, Object.assign(new TimeoutFailure('late', undefined, 'SCHEDULE_TO_CLOSE'), { cause: last }))

const english = (sentences: readonly Sentence[]): string =>
  joinTexts(
    sentences.map(({ code, values }) =>
      (englishSentences[code as keyof typeof englishSentences] as (values: Sentence['values']) => string)(values),
    ),
  )

const lastAttempt = ApplicationFailure.create({
  message: 'The API server did not answer.',
  type: 'api_unavailable',
  details: [{ sentences: [{ code: 'api_silent', values: {} }] }],
})

it.each([
  ['a file that no host read', late('stageSource'), undefined],
  ['a file that no labelled host read', late('stageSource'), 'nas'],
  ['a sheet that nobody wrote', late('writeBack'), undefined],
  ['a cancelled workflow', new CancelledFailure('cancelled'), undefined],
  ['an activity that was late', late('planRun'), undefined],
  ['an activity that was late after an attempt', late('planRun', lastAttempt), undefined],
  ['an activity that failed', failed('planRun', lastAttempt), undefined],
])('%s has the sentences of its English text', (_title, error, label) => {
  const { detail, sentences = [] } = failureReason(error, label)
  expect(english(sentences)).toBe(detail)
})

it('a refused sheet keeps its sentences and its advice', () => {
  const sentences = [{ code: 'sheet_is_empty', values: {} }]
  const advice = [{ kind: 'tag' }]
  const refused = failed('planRun', ApplicationFailure.nonRetryable('No.', 'no_rows', { sentences, advice }))
  expect(failureReason(refused)).toEqual({ code: 'no_rows', detail: 'No.', sentences, advice })
})

it('a failure of an earlier version has its English text only', () => {
  const earlier = failed('planRun', ApplicationFailure.nonRetryable('The sheet is empty.', 'no_rows'))
  expect(failureReason(earlier)).toEqual({ code: 'no_rows', detail: 'The sheet is empty.' })
})
