import type { SheetMapping } from '../contract/control/explain.ts'
import type { PlanQuestion } from '../contract/control/questions.ts'
import type { MappedTable, ReadSection } from './types.ts'
import type { Readings } from './columnReadings.ts'

interface PlannedReading {
  questions?: readonly PlanQuestion[]
  readings?: Readings
}

/**
 * Stored form: how the sheet was read, the questions of the plan, and what its run remembers of columns, in one object.
 */
export const toStoredRead = (
  { read, mapping }: Pick<MappedTable, 'read' | 'mapping'>,
  { questions = [], readings }: PlannedReading = {},
): ReadSection => ({
  ...read,
  mapping,
  ...(questions.length > 0 && { questions }),
  ...(readings && { readings }),
})

interface StoredRead {
  read: ReadSection
  mapping?: SheetMapping
  questions?: PlanQuestion[]
}

/** A plan of an older version has no mapping. */
export function fromStoredRead(stored: string): StoredRead {
  const {
    mapping,
    questions,
    readings: _readings,
    ...read
  } = JSON.parse(stored) as ReadSection & Omit<StoredRead, 'read'>
  return { read, ...(mapping && { mapping }), ...(questions && { questions }) }
}
