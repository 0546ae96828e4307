import { Button, Group, Modal, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Maintenance } from '../../../contract/api/maintenance.ts'
import { findChanges } from '../../api/conflict.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { ServiceConflict } from './ServiceConflict.tsx'
import { useServiceUpdate } from './useServiceUpdate.ts'

const orNull = (text: string): string | null => (text.trim() === '' ? null : text)

/** Converts text to a cost. Text that is not a number is sent unchanged, so that the API names the fault. */
function toCost(text: string): unknown {
  if (text.trim() === '') return null
  const number = Number(text.trim().replace(',', '.'))
  return Number.isFinite(number) ? number : text
}

interface Entries {
  cost: string
  provider: string
  notes: string
}

interface EntryFieldsProps {
  entries: Entries
  onChange: (entries: Entries) => void
}

function EntryFields({ entries, onChange }: EntryFieldsProps) {
  const texts = useTexts()
  const { currency } = useFormat()
  return (
    <>
      <TextInput
        label={`${texts.maintenance.cost} (${currency})`}
        inputMode="decimal"
        data-autofocus
        value={entries.cost}
        onChange={(event) => onChange({ ...entries, cost: event.currentTarget.value })}
      />
      <TextInput
        label={texts.maintenance.provider}
        value={entries.provider}
        onChange={(event) => onChange({ ...entries, provider: event.currentTarget.value })}
      />
      <Textarea
        label={texts.maintenance.notes}
        autosize
        minRows={2}
        value={entries.notes}
        onChange={(event) => onChange({ ...entries, notes: event.currentTarget.value })}
      />
    </>
  )
}

/** Completes a service in one step, with its cost and notes. */
export function CompleteDialog({ record, onClose }: { record: Maintenance; onClose: () => void }) {
  const texts = useTexts()
  // The dialog belongs to the record with which it was opened, even if a newer one arrives.
  const [base] = useState(record)
  const [entries, setEntries] = useState<Entries>({
    cost: base.cost === null ? '' : String(base.cost),
    provider: base.service_provider ?? '',
    notes: base.notes ?? '',
  })
  const update = useServiceUpdate(onClose)
  const values = {
    status: 'completed',
    cost: toCost(entries.cost),
    notes: orNull(entries.notes),
    service_provider: orNull(entries.provider),
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.maintenance.completeTitle}
      centered
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          update.save(base, findChanges(base, values))
        }}
      >
        <b className="wrap" dir="auto">
          {base.service_type}
        </b>
        <EntryFields entries={entries} onChange={setEntries} />
        {update.error && <ErrorNote error={update.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={update.isSaving}>
            {texts.maintenance.complete}
          </Button>
        </Group>
      </form>
      <ServiceConflict update={update} />
    </Modal>
  )
}
