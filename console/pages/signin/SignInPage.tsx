import { Alert, Button, PasswordInput, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { signIn } from '../../../contract/console.ts'
import { callSession } from '../../api/request.ts'
import { replaceSession } from '../../api/session.ts'
import { useTexts } from '../../base/language.tsx'
import { useSentences } from '../../base/sentences.ts'
import { forgetEndReason, readEndReason } from '../../api/sessionEnd.ts'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { Mark } from '../../parts/icons.tsx'

/** These attributes prevent password managers and autofill from taking a key for another site's password. */
const keyInput = { autoComplete: 'off', spellCheck: false, 'data-1p-ignore': true, 'data-lpignore': 'true' }

function useSignIn(apiKey: string, ownerKey: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () =>
      (
        await callSession<typeof signIn>('POST /session', {
          body: { api_key: apiKey.trim(), ...(ownerKey.trim() !== '' && { owner_key: ownerKey.trim() }) },
        })
      ).data,
    onSuccess: (session) => {
      forgetEndReason()
      replaceSession(client, session)
    },
  })
}

export function SignInPage() {
  const texts = useTexts().signIn
  const [apiKey, setApiKey] = useState('')
  const [ownerKey, setOwnerKey] = useState('')
  const { mutate, error, isPending } = useSignIn(apiKey, ownerKey)
  const endReason = readEndReason()
  const { describe } = useSentences()
  return (
    <main className="sign-in">
      <form
        className="sign-in-card"
        onSubmit={(event) => {
          event.preventDefault()
          mutate()
        }}
      >
        <Mark size={36} />
        <div>
          <Title order={1} size="1.5rem">
            {texts.title}
          </Title>
          <Text c="dimmed" size="sm" mt={6}>
            {texts.intro}
          </Text>
        </div>
        {endReason !== undefined && !error && <Alert color="yellow">{describe(endReason)}</Alert>}
        <PasswordInput
          {...keyInput}
          label={texts.apiKey}
          description={texts.apiKeyHint}
          placeholder="sk_studio_…"
          required
          autoFocus
          value={apiKey}
          onChange={(event) => setApiKey(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': texts.showKey }}
        />
        <PasswordInput
          {...keyInput}
          label={texts.ownerKey}
          description={texts.ownerKeyHint}
          placeholder="ok_studio_…"
          value={ownerKey}
          onChange={(event) => setOwnerKey(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': texts.showKey }}
        />
        {error && <ErrorNote error={error} />}
        <Button type="submit" loading={isPending} fullWidth size="md">
          {texts.submit}
        </Button>
        <Text size="xs" c="dimmed">
          {texts.noKey}
        </Text>
      </form>
    </main>
  )
}
