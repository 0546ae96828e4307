import { Button, FileButton, Loader, Select, Text, Title } from '@mantine/core'
import { useState, type DragEvent } from 'react'
import type { SourceInfo } from '../../../contract/control/control.ts'
import { useTexts } from '../../base/language.tsx'
import { Confirm } from '../../parts/Confirm.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { Icon } from '../../parts/icons.tsx'
import { useStartRun } from './startRun.ts'

const ACCEPTED = '.xlsx,.xlsm,.xls,.ods,.csv,.tsv,.txt'

interface DropActionsProps {
  sources: readonly SourceInfo[]
  source: string
  setSource: (source: string) => void
  take: (file: File | null | undefined) => void
  isPending: boolean
}

/** Chooses the source, if there are several, and a file. */
function DropActions({ sources, source, setSource, take, isPending }: DropActionsProps) {
  const texts = useTexts().sync
  return (
    <div className="row drop-actions">
      {sources.length > 1 && (
        <Select
          aria-label={texts.source}
          data={sources.map((each) => each.source)}
          value={source}
          onChange={(value) => setSource(value ?? source)}
          allowDeselect={false}
        />
      )}
      <FileButton onChange={take} accept={ACCEPTED} inputProps={{ 'aria-label': texts.choose }}>
        {(props) => (
          <Button {...props} disabled={isPending}>
            {texts.choose}
          </Button>
        )}
      </FileButton>
    </div>
  )
}

/** Accepts a sheet by drag and drop or by file choice, and starts a run that waits for a decision. */
export function DropSheet({ sources }: { sources: readonly SourceInfo[] }) {
  const texts = useTexts().sync
  const [source, setSource] = useState(sources[0]?.source ?? '')
  const [isOver, setOver] = useState(false)
  const [asked, setAsked] = useState<File>()
  const { mutate, mutateAsync, isPending, error } = useStartRun()
  const take = (file: File | null | undefined): void => {
    if (!file) return
    const waits = sources.some(({ source: id, last_run: run }) => id === source && run?.status === 'waiting')
    if (waits) setAsked(file)
    else mutate({ source, file })
  }
  const onDrop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  return (
    <section
      className="drop"
      data-over={isOver}
      aria-label={texts.drop}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      {isPending ? <Loader size="sm" /> : <Icon name="upload" size={26} />}
      <Title order={2} size="1rem" aria-live="polite">
        {isPending ? texts.uploading : texts.drop}
      </Title>
      <Text size="sm" c="dimmed" maw="30rem">
        {texts.dropHint}
      </Text>
      <DropActions {...{ sources, source, setSource, take, isPending }} />
      {error && <ErrorNote error={error} />}
      {asked && (
        <Confirm
          title={texts.replacesTitle}
          name={asked.name}
          texts={[texts.replaces(source)]}
          action={texts.start}
          work={() => mutateAsync({ source, file: asked })}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  )
}
