// The end of a warranty whose column has lengths: the purchase date of the row and its length.
import type { PlanRow } from '../../contract/control/control.ts'
import { say } from '../../contract/sentences/say.ts'
import { addLength, splitLength } from '../cells/length.ts'
import type { MappedRow } from '../types.ts'
import { WARRANTY_LENGTH } from '../vocabulary/warrantyHeaders.ts'
import type { PlanContext } from './planContext.ts'

const END = 'warranty_expires_on'

const rename = (fields: readonly string[]): string[] => fields.map((field) => (field === WARRANTY_LENGTH ? END : field))

const hasLength = ({ fields, blanks, clears, emptied = [] }: MappedRow): boolean =>
  fields[WARRANTY_LENGTH] !== undefined || [blanks, clears, emptied].some((list) => list.includes(WARRANTY_LENGTH))

/** Replaces the length in a row by the end of the warranty. A length without a purchase date is left out with a note. */
export function resolveWarranty(row: MappedRow, isPurchaseHeld: boolean, context: PlanContext): MappedRow {
  if (!hasLength(row)) return row
  const { [WARRANTY_LENGTH]: length, ...fields } = row.fields
  const blanks = rename(row.blanks)
  const renamed: MappedRow = { ...row, fields, blanks, clears: rename(row.clears) }
  if (row.emptied) renamed.emptied = rename(row.emptied)
  if (typeof length !== 'string') return renamed
  const purchased = row.fields['purchase_date']
  if (typeof purchased === 'string') return { ...renamed, fields: { ...fields, [END]: addLength(purchased, length) } }
  const text = row.raw?.[WARRANTY_LENGTH] ?? length
  const note = context.faultAt(row, WARRANTY_LENGTH, 'no_purchase_date', say('length_without_purchase', { text }))
  const isExplained = isPurchaseHeld || row.errors.length > 0
  return {
    ...renamed,
    blanks: [...blanks, END],
    warnings: isExplained ? row.warnings : [...row.warnings, note],
  }
}

/** Adds to a planned row how the end of its warranty was found, if the row writes it. */
export function addWarrantyEvidence(plan: PlanRow, { fields }: MappedRow): void {
  const length = fields[WARRANTY_LENGTH]
  const isWritten = [plan.fields, plan.changed, plan.conflicts].some((written) => written?.[END] !== undefined)
  if (typeof length !== 'string' || !isWritten) return
  plan.evidence = { [END]: say('purchase_date_plus', splitLength(length)) }
}
