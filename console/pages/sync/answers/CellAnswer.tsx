import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useContext, useState, type SyntheticEvent } from 'react'
import type { answerRunCells } from '../../../../contract/control/answerCells.ts'
import type { CellNote, Run } from '../../../../contract/control/control.ts'
import { callWorker } from '../../../api/request.ts'
import { useTexts } from '../../../base/language.tsx'
import { ErrorNote } from '../../../parts/ErrorNote.tsx'
import { AnsweredRun } from './answeredRun.ts'
import { useOpenPlan } from './useAnswer.ts'

const CELL = /^[A-Z]{1,3}[1-9]\d*$/
/** Code of the warning of an answered cell. */
const ANSWERED = 'answered'

function useCellAnswer(run: Run, cell: string) {
  const openPlan = useOpenPlan(run)
  return useMutation({
    mutationFn: async (text: string | null) => {
      const input = { params: { id: run.run_id }, body: { cells: { [cell]: text } } }
      await openPlan((await callWorker<typeof answerRunCells>('POST /runs/{id}/answer-cells', input)).data)
    },
  })
}

function CellForm({ run, note: { cell, raw } }: { run: Run; note: CellNote }) {
  const texts = useTexts().answers
  const [text, setText] = useState(raw)
  const { mutate, error, isPending } = useCellAnswer(run, cell)
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    mutate(text)
  }
  return (
    <form className="row cell-answer" onSubmit={submit}>
      <TextInput
        size="xs"
        aria-label={texts.valueOf(cell)}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" size="compact-xs" loading={isPending} disabled={text.trim() === '' || text === raw}>
        {texts.use}
      </Button>
      <Button size="compact-xs" variant="default" disabled={isPending} onClick={() => mutate('')}>
        {texts.leaveBlank}
      </Button>
      {error && <ErrorNote error={error} />}
    </form>
  )
}

function TakeBack({ run, cell }: { run: Run; cell: string }) {
  const texts = useTexts().answers
  const { mutate, error, isPending } = useCellAnswer(run, cell)
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        loading={isPending}
        aria-label={texts.remove(cell)}
        onClick={() => mutate(null)}
      >
        {texts.takeBack}
      </Button>
      {error && <ErrorNote error={error} />}
    </>
  )
}

/** Answers a refused cell: with another value, or by leaving it blank. The answer holds for this sheet only. */
export function CellAnswer({ note, isFault }: { note: CellNote; isFault: boolean }) {
  const texts = useTexts().answers
  const run = useContext(AnsweredRun)
  const [isOpen, setOpen] = useState(false)
  if (!run || !CELL.test(note.cell)) return null
  if (note.code === ANSWERED) return <TakeBack run={run} cell={note.cell} />
  if (!isFault) return null
  if (isOpen) return <CellForm run={run} note={note} />
  return (
    <Button size="compact-xs" variant="default" aria-label={texts.answerOf(note.cell)} onClick={() => setOpen(true)}>
      {texts.answer}
    </Button>
  )
}
