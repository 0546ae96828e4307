import { MantineProvider, mergeThemeOverrides } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useMemo, type ReactNode } from 'react'
import { ApiProblem } from '../api/problem.ts'
import { replaceSession } from '../api/session.ts'
import { LanguageProvider, useTexts } from '../base/language.tsx'
import { SecretDialog } from '../parts/SecretDialog.tsx'
import { router } from './router.tsx'
import { SessionGate } from './SessionGate.tsx'
import { rememberEnd } from '../api/sessionEnd.ts'
import { readStyleNonce } from '../base/styleNonce.ts'
import { theme } from '../base/theme.ts'

const MAX_RETRIES = 2

/** Shows the sign-in page with the server's reason after a session has ended. */
function onError(error: Error): void {
  if (!(error instanceof ApiProblem) || (error.code !== 'session_ended' && error.code !== 'session_required')) return
  rememberEnd(error)
  replaceSession(client, null)
}

const isTemporary = (error: Error): boolean =>
  error instanceof ApiProblem && (error.status === 0 || error.status === 429 || error.status === 503)

const client = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: { queries: { retry: (count, error) => count < MAX_RETRIES && isTemporary(error), staleTime: 5_000 } },
})

/** Sets the appearance of the components. Labels of the library are in the page's language. */
function Looks({ children }: { children: ReactNode }) {
  const { close } = useTexts()
  const labelledTheme = useMemo(() => {
    const components = { Notification: { defaultProps: { closeButtonProps: { 'aria-label': close } } } }
    return mergeThemeOverrides(theme, { components })
  }, [close])
  return (
    <MantineProvider theme={labelledTheme} defaultColorScheme="auto" getStyleNonce={readStyleNonce}>
      {children}
    </MantineProvider>
  )
}

export const App = () => (
  <LanguageProvider>
    <Looks>
      <Notifications position="bottom-right" autoClose={5000} />
      <QueryClientProvider client={client}>
        <SessionGate>
          <RouterProvider router={router} />
        </SessionGate>
        <SecretDialog />
      </QueryClientProvider>
    </Looks>
  </LanguageProvider>
)
