import { Button, Center, Group, Loader, Modal, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { sessionQuery } from '../api/session.ts'
import { ErrorNote } from '../parts/ErrorNote.tsx'
import { SignInPage } from '../pages/signin/SignInPage.tsx'
import { SignInWithCode } from '../pages/signin/SignInWithCode.tsx'
import { useTexts } from '../base/language.tsx'
import { forgetSignInCode, readSignInCode } from './signInCode.ts'

/** Shows the sign-in page without a session. A sign-in link replaces a session only after a question. */
export function SessionGate({ children }: { children: ReactNode }) {
  const { data: session, error, isPending, refetch } = useQuery(sessionQuery)
  const [code, setCode] = useState(readSignInCode)
  const [isConfirmed, setConfirmed] = useState(false)
  const texts = useTexts()
  const dropCode = (): void => {
    forgetSignInCode()
    setCode(undefined)
  }
  if (isPending)
    return (
      <Center h="100dvh">
        <Loader aria-label={texts.loading} size="sm" />
      </Center>
    )
  if (error && session === undefined)
    return (
      <Center h="100dvh" p="md">
        <ErrorNote error={error} onRetry={() => void refetch()} />
      </Center>
    )
  if (code !== undefined && (isConfirmed || !session)) return <SignInWithCode code={code} onDone={dropCode} />
  if (!session) return <SignInPage />
  return (
    <>
      {children}
      <Modal
        opened={code !== undefined}
        onClose={dropCode}
        title={texts.signIn.replaceTitle}
        centered
        closeButtonProps={{ 'aria-label': texts.close }}
      >
        <Text size="sm">{texts.signIn.replaceText(session.api_key.label)}</Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={dropCode}>
            {texts.signIn.replaceNo}
          </Button>
          <Button onClick={() => setConfirmed(true)}>{texts.signIn.replaceYes}</Button>
        </Group>
      </Modal>
    </>
  )
}
