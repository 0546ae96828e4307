import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BulkEditUpdates } from '../../../../contract/control/bulkEdit.ts'
import type { abortRun, rejectRun, Run } from '../../../../contract/control/control.ts'
import type { createBulkEdit } from '../../../../contract/control/controlBulkEdit.ts'
import { isFinal } from '../../../../contract/temporal.ts'
import { runQuery } from '../../../api/queries.ts'
import { callWorker } from '../../../api/request.ts'
import { useTexts } from '../../../base/language.tsx'
import { useNotify } from '../../../parts/useNotify.ts'
import { BulkEditForm } from './BulkEditForm.tsx'
import { BulkEditRun } from './BulkEditRun.tsx'
import type { Selection } from './selection.ts'

/** Rejects a preview that nobody approved. It would otherwise expire after a day. */
const drop = ({ run_id: id, source, status }: Run): Promise<unknown> =>
  status === 'waiting'
    ? callWorker<typeof rejectRun>('POST /runs/{id}/reject', { params: { id }, body: {} })
    : callWorker<typeof abortRun>('POST /sources/{source}/abort', { params: { source }, body: { run_id: id } })

/** Edits the chosen items: fields, preview, progress, result. */
export function BulkEditDialog({ selection, onClose }: { selection: Selection; onClose: () => void }) {
  const texts = useTexts()
  const client = useQueryClient()
  const notify = useNotify()
  const isPhone = useMediaQuery('(width <= 48rem)', window.innerWidth <= 768)
  const [count] = useState(selection.count)
  const [first, setFirst] = useState<Run>()
  const preview = useMutation({
    mutationFn: async (updates: Record<string, unknown>) => {
      const body = { ...selection.toItems(), updates: updates as BulkEditUpdates }
      return (await callWorker<typeof createBulkEdit>('POST /bulk-edits', { body })).data
    },
    onSuccess: setFirst,
  })
  const dropping = useMutation({
    mutationFn: drop,
    onError: notify.error,
  })
  const close = (): void => {
    const run = first && (client.getQueryData(runQuery(first.run_id).queryKey) ?? first)
    if (run && (run.status === 'waiting' || run.status === 'planning')) dropping.mutate(run)
    else if (run) {
      // The selected versions are outdated now.
      selection.clear()
      if (!isFinal(run.status)) notifications.show({ message: texts.bulk.continues })
    }
    onClose()
  }
  return (
    <Modal
      opened
      onClose={close}
      title={texts.bulk.edit(count)}
      size="xl"
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': texts.close }}
      closeOnClickOutside={false}
    >
      {first ? (
        <BulkEditRun first={first} onClose={close} />
      ) : (
        <BulkEditForm
          types={selection.types}
          error={preview.error}
          isPending={preview.isPending}
          onPreview={(updates) => preview.mutate(updates)}
          onCancel={onClose}
        />
      )}
    </Modal>
  )
}
