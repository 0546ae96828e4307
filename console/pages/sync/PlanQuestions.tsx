import { formatAnswersYaml } from '../../../contract/control/answersYaml.ts'
import type { PlanQuestion } from '../../../contract/control/questions.ts'
import { Button, VisuallyHidden } from '@mantine/core'
import type { Run } from '../../../contract/control/control.ts'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { useFieldLabel } from '../inventory/useFieldText.ts'
import { useAnswer, useMayAnswer } from './answers/useAnswer.ts'
import { useTexts } from '../../base/language.tsx'
import { nameField, useSay } from '../../base/useSay.ts'

const MAX_ROWS = 10

/** Offers the answers of a question. The plan follows a choice. */
function QuestionAnswers({ run, question: { about, answers } }: { run: Run; question: PlanQuestion }) {
  const texts = useTexts().answers
  const labelOf = useFieldLabel()
  const { mutate, error, isPending } = useAnswer(run)
  const nameAnswer = (setting: string, value: string): string => {
    if (setting === 'presence') return texts.presence[value] ?? value
    if (setting === 'same_item') return value === 'none' ? texts.otherItem : texts.sameItem(value)
    return value === 'ignore' ? texts.leaveOut : labelOf(value)
  }
  return (
    <div className="row">
      {answers.map(({ setting, values, effect }) => (
        <Button
          key={`${setting} ${JSON.stringify(values)}`}
          size="compact-xs"
          variant="default"
          disabled={isPending}
          title={effect}
          onClick={() => mutate({ [setting]: values })}
        >
          {Object.values(values)
            .map((value) => nameAnswer(setting, value))
            .join(', ')}
          <VisuallyHidden> {about}</VisuallyHidden>
        </Button>
      ))}
      {error && <ErrorNote error={error} />}
    </div>
  )
}

/** Shows what a plan asks, the rows that wait, and lines of kitroom.yaml that answer it. */
export function PlanQuestions({ run, questions }: { run: Run; questions: readonly PlanQuestion[] }) {
  const allTexts = useTexts()
  const texts = allTexts.sync.questions
  const say = useSay()
  const mayAnswer = useMayAnswer(run)
  const nameFields = (fields: readonly string[] = []): string =>
    fields.map((field) => nameField(allTexts, field)).join(', ')
  const describe = ({ code, about, count, values, was, now, detail, sentences }: PlanQuestion): string =>
    texts.asked[code]?.({
      about,
      count,
      values: values.slice(0, 3).join(', '),
      was: nameFields(was),
      now: nameFields(now),
    }) ?? say(detail, sentences).text
  return (
    <div className="evidence small plan-questions" role="note">
      <b>{texts.title}</b>
      <ul>
        {questions.map((question) => (
          <li key={`${question.code} ${question.about}`} dir="auto">
            {describe(question)}{' '}
            <span className="soft">
              {texts.rows(question.rows.slice(0, MAX_ROWS).join(', '), question.count > MAX_ROWS)}
            </span>
            {mayAnswer && <QuestionAnswers run={run} question={question} />}
          </li>
        ))}
      </ul>
      {!mayAnswer && (
        <>
          {texts.answer}
          <pre className="mono">{formatAnswersYaml(questions, texts.or)}</pre>
        </>
      )}
    </div>
  )
}
