import { Button, Center, Loader, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { signIn } from '../../../contract/console.ts'
import { callSession } from '../../api/request.ts'
import { replaceSession } from '../../api/session.ts'
import { useTexts } from '../../base/language.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'

/** Signs in with the code of a link, once. */
export function SignInWithCode({ code, onDone }: { code: string; onDone: () => void }) {
  const texts = useTexts()
  const client = useQueryClient()
  const hasBegun = useRef(false)
  const { mutate, error } = useMutation({
    mutationFn: async () => (await callSession<typeof signIn>('POST /session', { body: { code } })).data,
    onSuccess: (session) => {
      replaceSession(client, session)
      onDone()
    },
  })
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    mutate()
  }, [mutate])
  return (
    <Center h="100dvh" p="md">
      {error ? (
        <Stack>
          <ErrorNote error={error} />
          <Button variant="default" onClick={onDone}>
            {texts.signIn.useKey}
          </Button>
        </Stack>
      ) : (
        <Loader aria-label={texts.loading} size="sm" />
      )}
    </Center>
  )
}
