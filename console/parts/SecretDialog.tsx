// The dialog is outside the pages, so that a secret stays visible if creating it has ended the session.
import { Button, Group, Modal, Text, Textarea } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { useSyncExternalStore } from 'react'
import { useTexts } from '../base/language.tsx'

interface Secret {
  title: string
  label: string
  /** Null for a repeated request, whose response has no secret. */
  value: string | null
}

const COPIED_MS = 3000

let shown: Secret | undefined
const listeners = new Set<() => void>()

function setShown(secret: Secret | undefined): void {
  shown = secret
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows a new key or secret, only once. */
export const showSecret = (secret: Secret): void => setShown(secret)

function SecretText({ label, value }: { label: string; value: string }) {
  const { owner: texts } = useTexts()
  const clipboard = useClipboard({ timeout: COPIED_MS })
  return (
    <>
      <Text size="sm">{texts.shownOnce}</Text>
      <Textarea
        label={label}
        value={value}
        readOnly
        autosize
        spellCheck={false}
        autoComplete="off"
        classNames={{ input: 'secret-text' }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button variant="light" onClick={() => clipboard.copy(value)} data-autofocus>
        {clipboard.copied ? texts.copied : texts.copy}
      </Button>
      <div role="status">{clipboard.error && <Text size="sm">{texts.copyFailed}</Text>}</div>
    </>
  )
}

export function SecretDialog() {
  const { owner: texts } = useTexts()
  const secret = useSyncExternalStore(subscribe, () => shown)
  if (!secret) return null
  const close = (): void => setShown(undefined)
  return (
    <Modal
      opened
      onClose={close}
      title={secret.title}
      centered
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      zIndex={400}
    >
      <div className="stack">
        {secret.value === null ? (
          <Text size="sm">{texts.secretLost}</Text>
        ) : (
          <SecretText label={secret.label} value={secret.value} />
        )}
        <Group justify="flex-end">
          <Button onClick={close}>{texts.stored}</Button>
        </Group>
      </div>
    </Modal>
  )
}
