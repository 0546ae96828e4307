import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Run } from '../../../../contract/control/control.ts'
import { sourceSettingsQuery } from '../../../api/queries.ts'
import { useTexts } from '../../../base/language.tsx'
import { ErrorNote } from '../../../parts/ErrorNote.tsx'
import { useFieldLabel, useFieldText } from '../../inventory/useFieldText.ts'
import { useAnswer, useMayAnswer } from './useAnswer.ts'

type Settings = Readonly<Record<string, unknown>>

const isMap = (value: unknown): value is Settings =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

interface SetAnswer {
  path: readonly string[]
  value: unknown
}

/** Lists each value that is set, with its path: members of maps are answers of their own. */
const listAnswers = (settings: Settings, path: readonly string[] = []): SetAnswer[] =>
  Object.entries(settings).flatMap(([name, value]) =>
    isMap(value) ? listAnswers(value, [...path, name]) : [{ path: [...path, name], value }],
  )

/** Creates the merge patch that removes the value at a path. */
const removeAt = ([name = '', ...others]: readonly string[]): Settings => ({
  [name]: others.length === 0 ? null : removeAt(others),
})

/** Names an answer, such as `Column “Supplier”: Notes`. */
function useAnswerText(): (answer: SetAnswer) => { name: string; value: string } {
  const texts = useTexts().answers
  const labelOf = useFieldLabel()
  const textOf = useFieldText()
  return ({ path, value }) => {
    const [setting = '', ...others] = path
    const last = others.at(-1)
    const name = texts.settings[setting] ?? setting
    const isField = setting === 'defaults' || setting === 'mark'
    const member = isField && last !== undefined ? labelOf(last) : last
    const text = String(value)
    const known = texts.values[setting]?.[text]
    const ofColumn = text === 'ignore' ? texts.leaveOut : labelOf(text)
    const ofOther = setting === 'columns' ? ofColumn : textOf(isField ? (last ?? '') : (others[0] ?? setting), value)
    return { name: member === undefined ? name : `${name}: ${member}`, value: known ?? ofOther }
  }
}

/** Settings that a person may answer before the plan asks. */
const OFFERED = ['preset', 'key', 'date_order', 'decimal', 'quantity', 'sold_lists', 'maintenance'] as const

const toChoice = (value: unknown): string => (typeof value === 'string' || value === true ? String(value) : '')

function fromChoice(choice: string | null): string | true | null {
  if (choice === null || choice === '') return null
  return choice === 'true' ? true : choice
}

/** Asks how the cells of the sheet are read. */
function ReadingChoices({ run, settings }: { run: Run; settings: Settings }) {
  const texts = useTexts().answers
  const { mutate, error, isPending } = useAnswer(run)
  return (
    <details>
      <summary>{texts.reading}</summary>
      <div className="reading-choices">
        {OFFERED.map((name) => (
          <Select
            key={name}
            size="xs"
            label={texts.settings[name]}
            data={[
              { value: '', label: texts.automatic },
              ...Object.entries(texts.values[name] ?? {}).map(([value, label]) => ({ value, label })),
            ]}
            value={toChoice(settings[name])}
            allowDeselect={false}
            disabled={isPending}
            onChange={(value) => mutate({ [name]: fromChoice(value) })}
          />
        ))}
      </div>
      {error && <ErrorNote error={error} />}
    </details>
  )
}

/** Shows the answers that are settings of the source, and takes one back. */
export function Answers({ run }: { run: Run }) {
  const texts = useTexts().answers
  const describe = useAnswerText()
  const mayAnswer = useMayAnswer(run)
  const { data: settings } = useQuery({ ...sourceSettingsQuery(run.source), enabled: mayAnswer })
  const { mutate, error, isPending } = useAnswer(run)
  if (!mayAnswer || !settings) return null
  const answers = listAnswers(settings)
  return (
    <section className="panel stack answers" aria-label={texts.title}>
      <ReadingChoices run={run} settings={settings} />
      {answers.length === 0 && <p className="small soft">{texts.none}</p>}
      <ul className="answer-list">
        {answers.map((answer) => {
          const { name, value } = describe(answer)
          return (
            <li key={answer.path.join(' ')} className="row small">
              <span className="grow" dir="auto">
                {name} <b dir="auto">{value}</b>
              </span>
              <Button
                size="compact-xs"
                variant="default"
                disabled={isPending}
                aria-label={texts.remove(name)}
                onClick={() => mutate(removeAt(answer.path))}
              >
                {texts.takeBack}
              </Button>
            </li>
          )
        })}
      </ul>
      {error && <ErrorNote error={error} />}
    </section>
  )
}
