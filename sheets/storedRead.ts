import type { SheetMapping } from '../contract/control/explain.ts'
import type { MappedTable, ReadSection } from './types.ts'

/** Stored form: both sections in one object. */
export const toStoredRead = ({ read, mapping }: Pick<MappedTable, 'read' | 'mapping'>): ReadSection => ({
  ...read,
  mapping,
})

/** A plan of an older version has no mapping. */
export function fromStoredRead(stored: string): { read: ReadSection; mapping?: SheetMapping } {
  const { mapping, ...read } = JSON.parse(stored) as ReadSection & { mapping?: SheetMapping }
  return { read, ...(mapping && { mapping }) }
}
