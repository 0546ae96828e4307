import { TextInput } from '@mantine/core'
import { useTexts } from '../../base/language.tsx'
import { useSentences } from '../../base/sentences.ts'

interface LabelInputProps {
  label: string
  error: Error | null
  onChange: (label: string) => void
}

export function LabelInput({ label, error, onChange }: LabelInputProps) {
  const { categories: texts } = useTexts()
  const { faultOf } = useSentences()
  return (
    <TextInput
      label={texts.label}
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
