import { Button, Group, Modal, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Maintenance } from '../../../contract/maintenance.ts'
import { useFormat } from '../../app/format.ts'
import { useTexts } from '../../app/language.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { useUpdateMaintenance } from './useUpdateMaintenance.ts'

/** Completes a service in one step, with its cost and notes. */
export function CompleteDialog({ record, onClose }: { record: Maintenance; onClose: () => void }) {
  const texts = useTexts()
  const { currency } = useFormat()
  const [cost, setCost] = useState(record.cost === null ? '' : String(record.cost))
  const [notes, setNotes] = useState(record.notes ?? '')
  const [provider, setProvider] = useState(record.service_provider ?? '')
  const { mutate, error, isPending } = useUpdateMaintenance(record, onClose)
  const submit = (): void =>
    mutate({
      status: 'completed',
      cost: cost.trim() === '' ? null : Number.isFinite(Number(cost)) ? Number(cost) : (cost as never),
      notes: notes.trim() === '' ? null : notes,
      service_provider: provider.trim() === '' ? null : provider,
    })
  return (
    <Modal opened onClose={onClose} title={texts.maintenance.completeTitle} centered closeButtonProps={{ 'aria-label': texts.close }}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <b className="wrap" dir="auto">
          {record.service_type}
        </b>
        <TextInput
          label={`${texts.maintenance.cost} (${currency})`}
          inputMode="decimal"
          data-autofocus
          value={cost}
          onChange={(event) => setCost(event.currentTarget.value)}
        />
        <TextInput label={texts.maintenance.provider} value={provider} onChange={(event) => setProvider(event.currentTarget.value)} />
        <Textarea label={texts.maintenance.notes} autosize minRows={2} value={notes} onChange={(event) => setNotes(event.currentTarget.value)} />
        {error && <ErrorNote error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={isPending}>
            {texts.maintenance.complete}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
