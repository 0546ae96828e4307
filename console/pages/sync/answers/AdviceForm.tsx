import { Button, Select, TextInput } from '@mantine/core'
import { useState, type SyntheticEvent } from 'react'
import type { Run } from '../../../../contract/control/control.ts'
import type { SheetAdvice } from '../../../../contract/control/advice.ts'
import { useTexts } from '../../../base/language.tsx'
import { ErrorNote } from '../../../parts/ErrorNote.tsx'
import { useFieldLabel, useFieldText } from '../../inventory/useFieldText.ts'
import { TagForm } from './TagForm.tsx'
import { useAnswer, useMayAnswer } from './useAnswer.ts'

type Settings = Readonly<Record<string, unknown>>

/** Puts chosen values such as `defaults.brand` into settings. */
function fill(settings: Settings, chosen: Readonly<Record<string, string>>): Settings {
  const filled: Record<string, unknown> = { ...settings }
  for (const [path, value] of Object.entries(chosen)) {
    const [name = '', member] = path.split('.')
    filled[name] = member === undefined ? value : { ...(filled[name] as Settings | undefined), [member]: value }
  }
  return filled
}

/** Says which columns a way out names. */
function NamedColumns({ columns }: { columns: Readonly<Record<string, unknown>> }) {
  const texts = useTexts().answers
  const labelOf = useFieldLabel()
  return Object.entries(columns).map(([header, field]) => (
    <p key={header} className="small" dir="auto">
      {texts.columnIs(header, field === 'ignore' ? texts.leaveOut : labelOf(String(field)))}
    </p>
  ))
}

function AdviceWay({ run, advice }: { run: Run; advice: SheetAdvice }) {
  const texts = useTexts().answers
  const labelOf = useFieldLabel()
  const textOf = useFieldText()
  const { settings = {}, choose = [] } = advice
  const [chosen, setChosen] = useState<Record<string, string>>({})
  const { mutate, error, isPending } = useAnswer(run)
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    mutate(fill(settings, chosen))
  }
  const isReady = choose.every(({ setting }) => (chosen[setting] ?? '').trim() !== '')
  const set = (setting: string, value: string): void => setChosen((before) => ({ ...before, [setting]: value }))
  return (
    <form className="stack" onSubmit={submit}>
      <NamedColumns columns={(settings['columns'] ?? {}) as Settings} />
      {Object.entries(settings).map(
        ([name, value]) =>
          typeof value === 'string' && (
            <p key={name} className="small">
              {texts.settings[name] ?? name} <b dir="auto">{value}</b>
            </p>
          ),
      )}
      {choose.map(({ setting, values }) => {
        const field = setting.split('.').at(-1) ?? setting
        const label = setting.startsWith('defaults.')
          ? texts.newItems(labelOf(field))
          : (texts.settings[field] ?? field)
        return values ? (
          <Select
            key={setting}
            label={label}
            placeholder={texts.choose}
            data={values.map((value) => ({ value, label: texts.values[field]?.[value] ?? textOf(field, value) }))}
            value={chosen[setting] ?? null}
            onChange={(value) => set(setting, value ?? '')}
          />
        ) : (
          <TextInput
            key={setting}
            label={label}
            value={chosen[setting] ?? ''}
            onChange={(event) => set(setting, event.currentTarget.value)}
          />
        )
      })}
      <div className="row">
        <Button type="submit" loading={isPending} disabled={!isReady}>
          {texts.use}
        </Button>
      </div>
      {error && <ErrorNote error={error} />}
    </form>
  )
}

/** Offers the ways out of a refused sheet that settings are, as forms. */
export function AdviceForms({ run }: { run: Run }) {
  const texts = useTexts().answers
  const mayAnswer = useMayAnswer(run)
  const advice = run.reason?.advice ?? []
  const ways = advice.filter(({ settings }) => settings !== undefined)
  const mayTag = advice.some(({ kind }) => kind === 'tag')
  if (!mayAnswer || (ways.length === 0 && !mayTag)) return null
  return (
    <section className="panel stack answers" aria-label={texts.ways}>
      {ways.map((way) => (
        <AdviceWay key={JSON.stringify(way)} run={run} advice={way} />
      ))}
      {mayTag && <TagForm run={run} />}
    </section>
  )
}
