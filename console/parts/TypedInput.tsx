import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { useFormat } from '../base/format.ts'
import { useTexts } from '../base/language.tsx'
import { readTyped, toTypedText, type TypedKind } from '../base/typed.ts'
import { Icon } from './icons.tsx'

interface TypedInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'error'> {
  kind: TypedKind
  /** The text as typed. */
  value: string
  /** A fault that the API named. */
  error?: string | undefined
  onChange: (text: string) => void
}

const PAUSE_MS = 500

const KEYBOARDS = {
  number: 'decimal',
  integer: 'numeric',
  money: 'decimal',
  day: undefined,
  localTime: undefined,
} as const

/** Writes a text that was typed in one language as another language writes it, so that its value stays. */
function useTextInLanguage({ kind, value, onChange }: Pick<TypedInputProps, 'kind' | 'value' | 'onChange'>): void {
  const format = useFormat()
  const typedIn = useRef(format)
  useEffect(() => {
    const before = typedIn.current
    typedIn.current = format
    if (before.locale === format.locale) return
    const reading = readTyped(kind, value, before)
    if ('value' in reading) onChange(toTypedText(reading.value, format))
  }, [format, kind, value, onChange])
}

/** Says why a text is refused: it is written in another form, which may mean these values. */
function useRefusal(kind: TypedKind, text: string): string | undefined {
  const { typed: texts } = useTexts()
  const format = useFormat()
  const reading = readTyped(kind, text, format)
  if ('value' in reading) return undefined
  const examples = {
    number: 1500.5,
    integer: 1500,
    money: 1500.5,
    day: format.today,
    localTime: `${format.today}T09:15`,
  }
  const example = toTypedText(examples[kind], format)
  if (reading.readings.length === 0) return texts.unreadable[kind](example)
  return texts.otherForm(reading.readings.map((value) => toTypedText(value, format)))
}

interface DayPickerProps {
  kind: 'day' | 'localTime'
  /** The value, or empty. */
  value: string
  onChoose: (value: string) => void
}

/** Opens the browser's calendar and gives the chosen day or time. */
function DayPicker({ kind, value, onChoose }: DayPickerProps) {
  const { typed: texts } = useTexts()
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={picker}
        type={kind === 'day' ? 'date' : 'datetime-local'}
        className="day-picker"
        tabIndex={-1}
        aria-hidden="true"
        value={value}
        onChange={(event) => event.currentTarget.value !== '' && onChoose(event.currentTarget.value)}
      />
      <ActionIcon variant="subtle" color="gray" aria-label={texts.pickDay} onClick={() => picker.current?.showPicker()}>
        <Icon name="shoots" size={16} />
      </ActionIcon>
    </>
  )
}

/**
 * Asks for a number, an amount or a day in the form that pages print. A text in another form is refused with its
 * readings.
 */
export function TypedInput({ kind, value, error, onChange, readOnly, ...others }: TypedInputProps) {
  const format = useFormat()
  const refusal = useRefusal(kind, value)
  // A text is refused once its typing pauses. When the input is left would be too early: the message would move the
  // button that is being clicked.
  const [settled] = useDebouncedValue(value, PAUSE_MS)
  const isSettled = settled === value
  useTextInLanguage({ kind, value, onChange })
  const reading = readTyped(kind, value, format)
  const hasPicker = (kind === 'day' || kind === 'localTime') && readOnly !== true
  return (
    <TextInput
      rightSection={
        hasPicker ? (
          <DayPicker
            kind={kind}
            value={'value' in reading ? String(reading.value ?? '') : ''}
            onChoose={(chosen) => onChange(toTypedText(chosen, format))}
          />
        ) : undefined
      }
      inputMode={KEYBOARDS[kind]}
      autoComplete="off"
      {...others}
      readOnly={readOnly}
      value={value}
      error={isSettled ? (refusal ?? error) : error}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => 'value' in reading && onChange(toTypedText(reading.value, format))}
    />
  )
}
