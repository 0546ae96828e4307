// The dialog shows a mail as text. Its HTML would need a frame and inline styles, which the page's policy refuses, so
// the HTML is a download.
import { Alert, Button, Group, Modal, Select, Skeleton, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PreviewKind, previewReminder } from '../../../contract/control/reminderPreview.ts'
import { saveAs } from '../../api/download.ts'
import { callWorker } from '../../api/request.ts'
import { useTexts } from '../../base/language.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'

// A kind that is missing here fails the types. The contract's list would load its schemas.
const kindsInOrder: Readonly<Record<PreviewKind, true>> = {
  maintenance: true,
  warranty: true,
  insurance: true,
  covered_service: true,
  shoot_tomorrow: true,
  problem: true,
  digest: true,
}
const kinds = Object.keys(kindsInOrder) as PreviewKind[]
const DEBOUNCE_MS = 400

function usePreview(kind: PreviewKind, person: string) {
  return useQuery({
    queryKey: ['reminders', 'preview', kind, person],
    queryFn: async ({ signal }) =>
      (
        await callWorker<typeof previewReminder>(
          'GET /reminders/preview',
          { query: { kind, ...(person !== '' && { person }) } },
          { signal },
        )
      ).data,
    placeholderData: keepPreviousData,
    retry: false,
  })
}

/** Shows the mail of a reminder as it would be sent now. It sends and stores nothing. */
export function PreviewDialog({ onClose }: { onClose: () => void }) {
  const { reminders: texts, close } = useTexts()
  const [kind, setKind] = useState<PreviewKind>('maintenance')
  const [person, setPerson] = useState('')
  const [wantedPerson] = useDebouncedValue(person.trim(), DEBOUNCE_MS)
  const { data, error, isPending, refetch } = usePreview(kind, wantedPerson)
  return (
    <Modal opened onClose={onClose} title={texts.previewTitle} size="lg" closeButtonProps={{ 'aria-label': close }}>
      <div className="stack">
        <Text size="sm">{texts.previewText}</Text>
        <div className="form-pair">
          <Select
            label={texts.previewKind}
            data={kinds.map((value) => ({ value, label: texts.kinds[value] ?? value }))}
            value={kind}
            allowDeselect={false}
            onChange={(value) => setKind(value ?? kind)}
          />
          <TextInput
            label={texts.previewPerson}
            value={person}
            onChange={(event) => setPerson(event.currentTarget.value)}
          />
        </div>
        {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
        {isPending && <Skeleton height={160} />}
        {data && !error && (
          <>
            {data.is_example && <Alert color="gray">{texts.previewExample}</Alert>}
            <article className="mail" aria-label={texts.previewMail}>
              <h3 dir="auto">{data.subject}</h3>
              <pre dir="auto">{data.text}</pre>
            </article>
            <Group justify="flex-end">
              <Button
                variant="default"
                onClick={() => saveAs(new Blob([data.html], { type: 'text/html' }), `${data.kind}.html`)}
              >
                {texts.previewHtml}
              </Button>
            </Group>
          </>
        )}
      </div>
    </Modal>
  )
}
