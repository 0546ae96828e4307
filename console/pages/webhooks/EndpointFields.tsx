import { Textarea, TextInput } from '@mantine/core'
import { webhookPatterns } from '../../../contract/settings/webhooks.ts'
import { useTexts } from '../../base/language.tsx'
import { useSentences } from '../../base/sentences.ts'
import { CheckGroups } from '../../parts/CheckGroups.tsx'

export interface EndpointValues {
  url: string
  description: string
  events: string[]
}

/** Groups the patterns of events by subject. `*` is a separate group. */
function useEventGroups() {
  const { webhooks: texts, keys } = useTexts()
  const subjects = [...new Set(webhookPatterns.map((pattern) => pattern.split('.')[0] ?? ''))]
  return subjects.map((subject) => ({
    title: subject === '*' ? texts.everything : (keys.subjects[subject] ?? subject),
    choices: webhookPatterns
      .filter((pattern) => pattern === subject || pattern.startsWith(`${subject}.`))
      .sort((a, b) => Number(b.endsWith('*')) - Number(a.endsWith('*')))
      .map((pattern) => ({ value: pattern, label: texts.eventNames[pattern] ?? pattern })),
  }))
}

interface EndpointFieldsProps {
  values: EndpointValues
  error: Error | null
  onChange: (change: Partial<EndpointValues>) => void
}

export function EndpointFields({ values, error, onChange }: EndpointFieldsProps) {
  const { webhooks: texts } = useTexts()
  const { faultOf } = useSentences()
  return (
    <>
      <TextInput
        label={texts.url}
        description={texts.urlHint}
        type="url"
        required
        data-autofocus
        value={values.url}
        error={faultOf(error, 'url')}
        onChange={(event) => onChange({ url: event.currentTarget.value })}
      />
      <Textarea
        label={texts.description}
        autosize
        minRows={1}
        maxRows={4}
        dir="auto"
        value={values.description}
        error={faultOf(error, 'description')}
        onChange={(event) => onChange({ description: event.currentTarget.value.replaceAll('\n', ' ') })}
      />
      <CheckGroups
        label={texts.events}
        description={texts.eventsHint}
        groups={useEventGroups()}
        value={values.events}
        error={faultOf(error, 'events')}
        onChange={(events) => onChange({ events })}
      />
    </>
  )
}
