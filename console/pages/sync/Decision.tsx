import { Button, Group, Modal, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { abortRun, approveRun, rejectRun, Run, undoRun } from '../../../contract/control/control.ts'
import { isFinal } from '../../../contract/temporal.ts'
import { runQuery } from '../../api/queries.ts'
import { callWorker } from '../../api/request.ts'
import { useRights } from '../../api/session.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import type { Texts } from '../../texts/en.ts'
import { toTypedValue } from '../../base/typed.ts'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { TypedInput } from '../../parts/TypedInput.tsx'

type Step = 'approve' | 'reject' | 'stop'

/** Decides about a run and shows its new state immediately. */
export function useDecide(run: Run) {
  const client = useQueryClient()
  const params = { id: run.run_id }
  return useMutation({
    mutationFn: async (step: Step): Promise<Run> => {
      if (step === 'reject')
        return (await callWorker<typeof rejectRun>('POST /runs/{id}/reject', { params, body: {} })).data
      if (step === 'stop') {
        const input = { params: { source: run.source }, body: { run_id: run.run_id } }
        return (await callWorker<typeof abortRun>('POST /sources/{source}/abort', input)).data ?? run
      }
      const deletes = run.counts['delete'] ?? 0
      const input = { params, body: deletes > 0 ? { deletes } : {} }
      return (await callWorker<typeof approveRun>('POST /runs/{id}/approve', input)).data
    },
    onSuccess: async (decided) => {
      client.setQueryData(runQuery(run.run_id).queryKey, decided)
      await client.invalidateQueries({
        predicate: ({ queryKey }) => ['run', 'runs', 'sources', 'gear'].includes(String(queryKey[0])),
      })
    },
  })
}

/** Starts the undo of a run, after a question, and opens its page. */
export function UndoButton({ run }: { run: Run }) {
  const texts = useTexts()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () =>
      (await callWorker<typeof undoRun>('POST /runs/{id}/undo', { params: { id: run.run_id }, body: {} })).data,
    onSuccess: async (undo) => {
      setOpen(false)
      await navigate({ to: '/sync/$id', params: { id: undo.run_id } })
    },
  })
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {texts.sync.undo}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={texts.sync.undo}
        centered
        closeButtonProps={{ 'aria-label': texts.close }}
      >
        <Text size="sm">{texts.sync.undoText}</Text>
        {error && <ErrorNote error={error} />}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={() => setOpen(false)}>
            {texts.cancel}
          </Button>
          <Button loading={isPending} onClick={() => mutate()}>
            {texts.sync.undo}
          </Button>
        </Group>
      </Modal>
    </>
  )
}

/** Lists the rows that a plan does not write, with the reason. */
const listUnwritten = ({ counts }: Run, { unwritten }: Texts['sync']): string =>
  (['refused', 'conflict', 'question', 'deleted_in_api'] as const)
    .flatMap((outcome) => {
      const count = counts[outcome] ?? 0
      return count > 0 ? [unwritten[outcome](count)] : []
    })
    .join(', ')

/** Says why a plan writes nothing: each row has a reason, or it only binds rows to items. */
function describeNothing(run: Run, texts: Texts['sync']): string {
  const reasons = listUnwritten(run, texts)
  if (reasons !== '') return texts.nothingWritten(reasons)
  return run.undoes === undefined ? texts.onlyBinds : texts.nothingToDo
}

/** Explains the effect of an approval, and takes the decision. Deletions are confirmed by typing their number. */
function Waiting({ run, decide }: { run: Run; decide: ReturnType<typeof useDecide> }) {
  const allTexts = useTexts()
  const texts = allTexts.sync
  const format = useFormat()
  const [typed, setTyped] = useState('')
  const { create = 0, update = 0, delete: deletes = 0, mark = 0 } = run.counts
  const changes = create + update + deletes + mark
  const unwritten = listUnwritten(run, texts)
  return (
    <section className="panel decision" aria-label={texts.approve}>
      <p>
        {changes === 0 && (run.edit ? allTexts.bulk.nothing : describeNothing(run, texts))}{' '}
        {create + update + mark > 0 && texts.approveText(create, update + mark)}{' '}
        {deletes > 0 && texts.deletesText(deletes)}{' '}
        {changes > 0 && !run.edit && unwritten !== '' && texts.leftOutRows(unwritten)}{' '}
        <span className="soft">
          {texts.reject}: {texts.rejectText}
        </span>
      </p>
      {deletes > 0 && <TypedInput kind="integer" label={texts.deletesLabel} value={typed} onChange={setTyped} />}
      <div className="row">
        <Button variant="default" disabled={decide.isPending} onClick={() => decide.mutate('reject')}>
          {texts.reject}
        </Button>
        <Button
          color={deletes > 0 ? 'red' : undefined}
          loading={decide.isPending}
          disabled={deletes > 0 && toTypedValue('integer', typed, format) !== deletes}
          onClick={() => decide.mutate('approve')}
        >
          {texts.approve}
        </Button>
      </div>
      {decide.error && <ErrorNote error={decide.error} />}
    </section>
  )
}

export function Decision({ run }: { run: Run }) {
  const texts = useTexts().sync
  const { ownerCan } = useRights()
  const decide = useDecide(run)
  if (!ownerCan('automation:write')) return null
  if (run.status === 'waiting') return <Waiting run={run} decide={decide} />
  if (!isFinal(run.status))
    return (
      <div className="row">
        <Button variant="default" loading={decide.isPending} onClick={() => decide.mutate('stop')}>
          {texts.stop}
        </Button>
        {decide.error && <ErrorNote error={decide.error} />}
      </div>
    )
  const written = Object.entries(run.results).some(
    ([result, count]) => ['created', 'updated', 'deleted', 'marked'].includes(result) && count > 0,
  )
  return written ? (
    <div className="row">
      <UndoButton run={run} />
    </div>
  ) : null
}
