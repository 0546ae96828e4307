import { Alert, Button, Code, List, Text } from '@mantine/core'
import { ApiProblem } from '../api/problem.ts'
import { useTexts } from '../base/language.tsx'

const placeOf = ({
  pointer,
  parameter,
  header,
}: {
  pointer?: string | undefined
  parameter?: string | undefined
  header?: string | undefined
}): string => pointer?.replace(/^#\/(?:updates\/)?/, '') ?? parameter ?? header ?? ''

/** Shows an error with the API's message and its request id. */
export function ErrorNote({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  const texts = useTexts()
  const problem = error instanceof ApiProblem ? error : undefined
  return (
    <Alert color="red" variant="light" role="alert" w="100%" maw="44rem">
      <Text size="sm" className="wrap">
        {error.message}
      </Text>
      {problem && problem.faults.length > 0 && (
        <List size="sm" mt={4}>
          {problem.faults.map((fault) => (
            <List.Item key={`${placeOf(fault)} ${fault.detail}`}>
              <b>{placeOf(fault)}</b> {fault.detail}
            </List.Item>
          ))}
        </List>
      )}
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
