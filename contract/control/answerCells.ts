import { z } from 'zod'
import { temporalErrors } from '../controlErrors.ts'
import { defineControlOperation } from '../operation.ts'
import { uuid } from '../text.ts'
import { Run } from './control.ts'

const MAX_ANSWERS = 1000
/** Longer texts are no value of a cell. */
const MAX_CHARACTERS = 32_767

const cellName = z.string().regex(/^[A-Z]{1,3}[1-9]\d{0,6}$/)

/** Texts that stand for cells of a sheet, by cell such as `F12`. An empty one leaves the cell blank. */
export const CellAnswers = z.record(cellName, z.string().max(MAX_CHARACTERS))
export type CellAnswers = z.output<typeof CellAnswers>

/**
 * Starts a run of the same sheet with other texts for some of its cells; `null` takes an answer back. The answers hold
 * for the bytes of this sheet: the next one is read as it stands. Its plan waits, and supersedes a waiting one.
 */
export const answerRunCells = defineControlOperation({
  id: 'answerRunCells',
  method: 'POST',
  path: '/runs/{id}/answer-cells',
  objectType: 'sync',
  summary: 'Plan the sheet of a run again with other texts for some cells',
  params: { id: uuid },
  body: z.strictObject({
    cells: z
      .record(cellName, z.string().max(MAX_CHARACTERS).nullable())
      .refine((cells) => Object.keys(cells).length > 0 && Object.keys(cells).length <= MAX_ANSWERS),
  }),
  reply: { status: 202, body: z.strictObject({ data: Run }) },
  errors: ['unknown_run', 'unknown_source', 'sync_running', 'api_unavailable', ...temporalErrors],
})
