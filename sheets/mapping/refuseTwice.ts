import { say, sayAll, type Said } from '../../contract/sentences/say.ts'
import { adviseColumns, refuseWithAdvice } from '../refuseWithAdvice.ts'
import type { SheetRefused } from '../types.ts'
import { foldHeader } from '../vocabulary/lookupKey.ts'
import { formatColumn } from './formatColumn.ts'

interface Column {
  letter: string
  header: string
}

/** Refuses two columns of one meaning. A person says which of them is to be left out. */
export function refuseTwice(a: Column, b: Column, field: string, hints: readonly Said[] = []): SheetRefused {
  const fact = say('two_columns_of_field', { first: formatColumn(a), second: formatColumn(b), field })
  const areNameable = foldHeader(a.header) !== foldHeader(b.header)
  const ways = [b, a].map(({ header }) => adviseColumns({ [header]: 'ignore' }))
  return refuseWithAdvice('duplicate_header', sayAll(fact, ...hints), areNameable ? ways : [])
}
