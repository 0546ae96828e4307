import { notifications } from '@mantine/notifications'
import { useTexts } from '../base/language.tsx'
import { useSentences } from '../base/sentences.ts'

export interface Notify {
  message: (text: string) => void
  error: (error: Error) => void
}

/** Shows short messages at the edge of the page. Errors stay until they are closed. */
export function useNotify(): Notify {
  const { close } = useTexts()
  const { describe } = useSentences()
  const closeButtonProps = { 'aria-label': close }
  return {
    message: (text) => void notifications.show({ message: text, closeButtonProps }),
    error: (error) =>
      void notifications.show({ color: 'red', message: describe(error), autoClose: false, closeButtonProps }),
  }
}
