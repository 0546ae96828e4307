import { Button, Group } from '@mantine/core'
import { useTexts } from '../base/language.tsx'

interface DialogButtonsProps {
  submitText: string
  isSaving: boolean
  onCancel: () => void
}

/** Shows the two buttons that end the form of a dialog: one closes it, the other submits. */
export function DialogButtons({ submitText, isSaving, onCancel }: DialogButtonsProps) {
  const texts = useTexts()
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        {texts.cancel}
      </Button>
      <Button type="submit" loading={isSaving}>
        {submitText}
      </Button>
    </Group>
  )
}
