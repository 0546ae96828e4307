import type { SheetMapping } from '../contract/explain.ts'
import type { MappedTable, ReadSection } from './types.ts'

/** How a run keeps what its sheet was understood as: one JSON text for both sections. */
export const toStoredRead = ({ read, mapping }: Pick<MappedTable, 'read' | 'mapping'>): ReadSection => ({ ...read, mapping })

/** The two sections of a stored text. A plan of an older version has no mapping. */
export function fromStoredRead(stored: string): { read: ReadSection; mapping?: SheetMapping } {
  const { mapping, ...read } = JSON.parse(stored) as ReadSection & { mapping?: SheetMapping }
  return { read, ...(mapping && { mapping }) }
}
