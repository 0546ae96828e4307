import {
  Button,
  Modal,
  PasswordInput,
  Popover,
  SegmentedControl,
  Text,
  UnstyledButton,
  useMantineColorScheme,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { changeSession, signOut } from '../../contract/console.ts'
import { callSession } from '../api/request.ts'
import { replaceSession, sessionQuery, useRights } from '../api/session.ts'
import { ErrorNote } from '../parts/ErrorNote.tsx'
import { languages, useLanguage, type Language } from '../base/language.tsx'

/** Adds an owner key to the session, so that the pages of the worker and the settings appear. */
function OwnerKeyDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { texts } = useLanguage()
  const [key, setKey] = useState('')
  const client = useQueryClient()
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () =>
      (await callSession<typeof changeSession>('PATCH /session', { body: { owner_key: key.trim() } })).data,
    onSuccess: (session) => {
      client.setQueryData(sessionQuery.queryKey, session)
      setKey('')
      onClose()
    },
  })
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={texts.account.addOwnerKey}
      centered
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          mutate()
        }}
      >
        <PasswordInput
          label={texts.signIn.ownerKey}
          description={texts.signIn.ownerKeyHint}
          required
          autoComplete="off"
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': texts.signIn.showKey }}
        />
        {error && <ErrorNote error={error} />}
        <Button type="submit" loading={isPending}>
          {texts.account.addOwnerKey}
        </Button>
      </form>
    </Modal>
  )
}

function Choices() {
  const { texts, language, setLanguage } = useLanguage()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const schemes = (['light', 'dark', 'auto'] as const).map((value) => ({ value, label: texts.account.schemes[value] }))
  return (
    <div className="account-choices">
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={texts.account.scheme}
        data={schemes}
        value={colorScheme}
        onChange={setColorScheme}
      />
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={texts.account.language}
        data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
        value={language}
        onChange={(value) => setLanguage(value as Language)}
      />
    </div>
  )
}

function useSignOut() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => callSession<typeof signOut>('DELETE /session'),
    onSuccess: () => replaceSession(client, null),
  })
}

/** Returns the first letter of a name as a whole grapheme. */
const initialOf = (name: string): string =>
  new Intl.Segmenter().segment(name.trim())[Symbol.iterator]().next().value?.segment.toUpperCase() ?? '·'

/** Shows the account, the appearance, the language, and signing out. */
export function AccountMenu({ isWide = false }: { isWide?: boolean }) {
  const { texts } = useLanguage()
  const { session } = useRights()
  const signingOut = useSignOut()
  const [isAdding, { open, close }] = useDisclosure(false)
  if (!session) return null
  const keyNames = [session.api_key.label, session.owner_key?.label].filter((name) => name !== undefined)
  const items = (
    <>
      <Choices />
      {!session.owner_key && (
        <UnstyledButton className="menu-item" onClick={open}>
          {texts.account.addOwnerKey}
        </UnstyledButton>
      )}
      <UnstyledButton className="menu-item" onClick={() => signingOut.mutate()}>
        {texts.account.signOut}
      </UnstyledButton>
      {signingOut.error && <ErrorNote error={signingOut.error} />}
    </>
  )
  return (
    <>
      {isWide ? (
        <div className="account-wide">{items}</div>
      ) : (
        <Popover position="top-start" width={260} withinPortal trapFocus>
          <Popover.Target>
            <UnstyledButton className="account-button" title={texts.account.menu}>
              <span className="account-mark" aria-hidden="true">
                {initialOf(session.api_key.label)}
              </span>
              <span className="account-text">
                <Text size="sm" fw={550} truncate dir="auto">
                  {keyNames[0]}
                </Text>
                <Text size="xs" c="dimmed" truncate dir="auto">
                  {keyNames[1] ?? texts.account.noOwnerKey}
                </Text>
              </span>
            </UnstyledButton>
          </Popover.Target>
          <Popover.Dropdown p={4}>{items}</Popover.Dropdown>
        </Popover>
      )}
      <OwnerKeyDialog isOpen={isAdding} onClose={close} />
    </>
  )
}
