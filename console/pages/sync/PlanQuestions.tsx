import { formatAnswersYaml } from '../../../contract/control/answersYaml.ts'
import type { PlanQuestion } from '../../../contract/control/questions.ts'
import { useTexts } from '../../base/language.tsx'
import { nameField, useSay } from '../../base/useSay.ts'

const MAX_ROWS = 10

/** Shows what a plan asks, the rows that wait, and lines of kitroom.yaml that answer it. */
export function PlanQuestions({ questions }: { questions: readonly PlanQuestion[] }) {
  const allTexts = useTexts()
  const texts = allTexts.sync.questions
  const say = useSay()
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
          </li>
        ))}
      </ul>
      {texts.answer}
      <pre className="mono">{formatAnswersYaml(questions, texts.or)}</pre>
    </div>
  )
}
