import { Modal, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Maintenance } from '../../../contract/api/maintenance.ts'
import { findChanges } from '../../api/conflict.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import { useSentences } from '../../base/sentences.ts'
import { toTypedText, toTypedValue } from '../../base/typed.ts'
import { DialogButtons } from '../../parts/DialogButtons.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { TypedInput } from '../../parts/TypedInput.tsx'
import { ServiceConflict } from './ServiceConflict.tsx'
import { useServiceUpdate } from './useServiceUpdate.ts'

const orNull = (text: string): string | null => (text.trim() === '' ? null : text)

interface Entries {
  cost: string
  provider: string
  notes: string
}

interface EntryFieldsProps {
  entries: Entries
  error: Error | null
  onChange: (entries: Entries) => void
}

function EntryFields({ entries, error, onChange }: EntryFieldsProps) {
  const texts = useTexts()
  const { faultOf } = useSentences()
  const { currency } = useFormat()
  return (
    <>
      <TypedInput
        kind="money"
        label={`${texts.maintenance.cost} (${currency})`}
        data-autofocus
        value={entries.cost}
        error={faultOf(error, 'cost')}
        onChange={(cost) => onChange({ ...entries, cost })}
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
  const format = useFormat()
  // The dialog belongs to the record with which it was opened, even if a newer one arrives.
  const [base] = useState(record)
  const [entries, setEntries] = useState<Entries>({
    cost: toTypedText(base.cost, format),
    provider: base.service_provider ?? '',
    notes: base.notes ?? '',
  })
  const update = useServiceUpdate(onClose)
  const values = {
    status: 'completed',
    cost: toTypedValue('money', entries.cost, format),
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
        <EntryFields entries={entries} error={update.error} onChange={setEntries} />
        {update.error && <ErrorNote error={update.error} />}
        <DialogButtons submitText={texts.maintenance.complete} isSaving={update.isSaving} onCancel={onClose} />
      </form>
      <ServiceConflict update={update} />
    </Modal>
  )
}
