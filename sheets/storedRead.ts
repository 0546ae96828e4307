import type { SheetMapping } from '../contract/control/explain.ts'
import type { PlanQuestion } from '../contract/control/questions.ts'
import type { MappedTable, ReadSection } from './types.ts'

/** Stored form: how the sheet was read, and the questions of the plan, in one object. */
export const toStoredRead = (
  { read, mapping }: Pick<MappedTable, 'read' | 'mapping'>,
  questions: readonly PlanQuestion[] = [],
): ReadSection => ({
  ...read,
  mapping,
  ...(questions.length > 0 && { questions }),
})

interface StoredRead {
  read: ReadSection
  mapping?: SheetMapping
  questions?: PlanQuestion[]
}

/** A plan of an older version has no mapping. */
export function fromStoredRead(stored: string): StoredRead {
  const { mapping, questions, ...read } = JSON.parse(stored) as ReadSection & Omit<StoredRead, 'read'>
  return { read, ...(mapping && { mapping }), ...(questions && { questions }) }
}
