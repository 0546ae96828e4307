import { Modal } from '@mantine/core'
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

/** Moves a service to another date. */
export function MoveDialog({ record, onClose }: { record: Maintenance; onClose: () => void }) {
  const texts = useTexts()
  const { faultOf } = useSentences()
  const [base] = useState(record)
  const format = useFormat()
  const [day, setDay] = useState(() => toTypedText(base.service_date, format))
  const update = useServiceUpdate(onClose)
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.maintenance.moveTitle}
      centered
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          update.save(base, findChanges(base, { service_date: toTypedValue('day', day, format) }))
        }}
      >
        <b className="wrap" dir="auto">
          {base.service_type}
        </b>
        <TypedInput
          kind="day"
          required
          data-autofocus
          label={texts.maintenance.fields.service_date}
          value={day}
          error={faultOf(update.error, 'service_date')}
          onChange={setDay}
        />
        {update.error && <ErrorNote error={update.error} />}
        <DialogButtons submitText={texts.save} isSaving={update.isSaving} onCancel={onClose} />
      </form>
      <ServiceConflict update={update} />
    </Modal>
  )
}
