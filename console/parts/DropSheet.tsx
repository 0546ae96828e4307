import { Button, FileButton, Loader, Select, Text, TextInput, Title } from '@mantine/core'
import { useState, type DragEvent, type SyntheticEvent } from 'react'
import type { SourceInfo } from '../../contract/control/control.ts'
import { useTexts } from '../base/language.tsx'
import { Confirm } from './Confirm.tsx'
import './dropSheet.css'
import { ErrorNote } from './ErrorNote.tsx'
import { Icon } from './icons.tsx'
import { useStartRun } from './useStartRun.ts'

const ACCEPTED = '.xlsx,.xlsm,.xls,.ods,.csv,.tsv,.txt'
/** Stands for a new list in the choice of sources. No id of a source is empty. */
const NEW = ''

interface DropActionsProps {
  sources: readonly SourceInfo[]
  source: string
  setSource: (source: string) => void
  take: (file: File | null | undefined) => void
  isPending: boolean
}

/** Chooses the source, if there is one, or a new list, and a file. */
function DropActions({ sources, source, setSource, take, isPending }: DropActionsProps) {
  const texts = useTexts().sync
  return (
    <div className="row drop-actions">
      {sources.length > 0 && (
        <Select
          aria-label={texts.source}
          data={[...sources.map((each) => each.source), { value: NEW, label: texts.newList }]}
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

/** Takes the web address of a new list. */
function AddressForm({ isPending, onAddress }: { isPending: boolean; onAddress: (address: string) => void }) {
  const texts = useTexts().sync
  const [address, setAddress] = useState('')
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (address.trim() !== '') onAddress(address.trim())
  }
  return (
    <form className="row drop-address" onSubmit={submit}>
      <TextInput
        className="grow"
        type="url"
        aria-label={texts.address}
        placeholder={texts.address}
        value={address}
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={isPending || address.trim() === ''}>
        {texts.readAddress}
      </Button>
    </form>
  )
}

/** Accepts a sheet by drag and drop, file choice or web address, and starts a run that waits for a decision. */
export function DropSheet({ sources }: { sources: readonly SourceInfo[] }) {
  const texts = useTexts().sync
  const [source, setSource] = useState(sources[0]?.source ?? NEW)
  const [isOver, setOver] = useState(false)
  const [asked, setAsked] = useState<File>()
  const { mutate, mutateAsync, isPending, error } = useStartRun()
  const start = (file: File) => ({ source: source === NEW ? undefined : source, file })
  const take = (file: File | null | undefined): void => {
    if (!file) return
    const waits = sources.some(({ source: id, last_run: run }) => id === source && run?.status === 'waiting')
    if (waits) setAsked(file)
    else mutate(start(file))
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
      {source === NEW && (
        <AddressForm isPending={isPending} onAddress={(address) => mutate({ source: undefined, address })} />
      )}
      {error && <ErrorNote error={error} />}
      {asked && (
        <Confirm
          title={texts.replacesTitle}
          name={asked.name}
          texts={[texts.replaces(source)]}
          action={texts.start}
          work={() => mutateAsync(start(asked))}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  )
}
