import { Alert, Button, Code, List, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { ApiProblem } from '../api/problem.ts'
import { useLanguage } from '../base/language.tsx'
import { useSentences } from '../base/sentences.ts'
import { EnglishDetails } from './EnglishDetails.tsx'

/** Shows the API's English sentences of an error and its faults, for support. */
function EnglishError({ problem }: { problem: ApiProblem }) {
  const { describe, describeFault } = useSentences()
  const faults = problem.faults.map((fault) => {
    const place = fault.pointer ?? fault.parameter ?? fault.header ?? ''
    return { text: describeFault(fault), english: `${place} ${fault.detail}` }
  })
  return <EnglishDetails said={[{ text: describe(problem), english: problem.message }, ...faults]} />
}

function FaultList({ problem }: { problem: ApiProblem }) {
  const { texts } = useLanguage()
  const { describeFault, labelOf } = useSentences()
  return (
    <List size="sm" mt={4}>
      {problem.faults.map((fault) => {
        const label = labelOf(fault)
        const sentence = describeFault(fault)
        return (
          <List.Item key={`${label} ${sentence}`}>
            {label !== '' && <b>{texts.errors.place(label)}</b>} {sentence}
          </List.Item>
        )
      })}
    </List>
  )
}

// The sentences of the worker would double what every page loads.
const SettingsFaultList = lazy(() =>
  import('./SettingsFaultList.tsx').then((module) => ({ default: module.SettingsFaultList })),
)

/** Shows an error in the page's language, with its request id. */
export function ErrorNote({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  const { language, texts } = useLanguage()
  const { describe } = useSentences()
  const problem = error instanceof ApiProblem ? error : undefined
  return (
    <Alert color="red" variant="light" role="alert" w="100%" maw="44rem">
      <Text size="sm" className="wrap">
        {describe(error)}
      </Text>
      {problem && problem.faults.length > 0 && <FaultList problem={problem} />}
      {problem && language !== 'en' && problem.settingsFaults.length > 0 && (
        <Suspense>
          <SettingsFaultList problem={problem} />
        </Suspense>
      )}
      {problem && language !== 'en' && <EnglishError problem={problem} />}
      {problem?.requestId !== undefined && (
        <Text size="xs" c="dimmed" mt={6}>
          {texts.requestId} <Code>{problem.requestId}</Code>
        </Text>
      )}
      {onRetry && (
        <Button size="compact-sm" variant="light" color="red" mt="xs" onClick={onRetry}>
          {texts.retry}
        </Button>
      )}
    </Alert>
  )
}
