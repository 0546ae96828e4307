import { Button, Group, Modal, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTexts } from '../base/language.tsx'
import { ErrorNote } from './ErrorNote.tsx'

interface ConfirmProps {
  title: string
  /** Name of the record to change, as its author wrote it. */
  name: string
  /** Sentences that describe the action. */
  texts: readonly string[]
  action: string
  isDangerous?: boolean
  work: () => Promise<unknown>
  onClose: () => void
  /** Called after the action, instead of closing. */
  onDone?: () => void
  children?: ReactNode
}

/** Asks before an action and describes it. Closes once it is done. */
export function Confirm({
  title,
  name,
  texts: sentences,
  action,
  isDangerous = false,
  work,
  onClose,
  onDone = onClose,
  children,
}: ConfirmProps) {
  const texts = useTexts()
  const { mutate, error, isPending } = useMutation({ mutationFn: work, onSuccess: onDone })
  return (
    <Modal opened onClose={onClose} title={title} centered closeButtonProps={{ 'aria-label': texts.close }}>
      <div className="stack">
        <b dir="auto" className="wrap">
          {name}
        </b>
        {sentences.map((sentence) => (
          <Text key={sentence} size="sm">
            {sentence}
          </Text>
        ))}
        {children}
        {error && <ErrorNote error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button color={isDangerous ? 'red' : undefined} loading={isPending} onClick={() => mutate()}>
            {action}
          </Button>
        </Group>
      </div>
    </Modal>
  )
}
