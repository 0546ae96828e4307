import { TextInput } from '@mantine/core'
import { useSentences } from '../base/sentences.ts'

interface LabelInputProps {
  /** Name of the input. */
  text: string
  label: string
  error: Error | null
  onChange: (label: string) => void
}

/** Asks for the label of an own field or category. */
export function LabelInput({ text, label, error, onChange }: LabelInputProps) {
  const { faultOf } = useSentences()
  return (
    <TextInput
      label={text}
      required
      data-autofocus
      dir="auto"
      maxLength={100}
      value={label}
      error={faultOf(error, 'label')}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
