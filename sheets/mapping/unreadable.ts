// Columns of which no cell can be read as their field: sizes of sensors, years of purchase, terms of warranties.
import { say, type Said } from '../../contract/sentences/say.ts'
import { parseCell } from '../cells/parseCell.ts'
import { shorten } from '../cells/parseResult.ts'
import type { SheetSettings } from '../settings/settings.ts'
import { findFieldKind, isOwnField } from '../vocabulary/fields.ts'
import type { ColumnProfile } from './columnProfile.ts'
import { createTrialRules } from './trialRules.ts'

/** Faults that no setting resolves. Ambiguous numbers and dates, and years of two digits, are not among them. */
const UNREADABLE: ReadonlySet<string | undefined> = new Set([
  'not_a_number',
  'percent',
  'not_a_date',
  'duration',
  'unknown_value',
  'converted_value',
  'not_a_length',
])
/** Days that a program counts. Formatting the column as dates shows them. */
const DAY_NUMBER = /^\d{5}(?:[.,]\d+)?$/
/** One cell proves nothing: a bad cell refuses its row. */
const MIN_CELLS = 2
/** Numbers of authorities. A column of dates below their headers says when they were given. */
const registrations: ReadonlySet<string> = new Set(['registration_number', 'remote_id'])
const kinds: ReadonlySet<string | undefined> = new Set(['money', 'measure', 'count', 'date', 'length'])

/** True for a field that rows can do without. An unknown status or condition may say that an item is gone. */
const canBeLeftOut = (field: string): boolean =>
  kinds.has(findFieldKind(field)) || registrations.has(field) || (findFieldKind(field) === 'word' && isOwnField(field))

/** Finds out that no cell of a column can be read, so that the column would refuse each row. */
export function contradictionOfReadings(
  field: string,
  header: string,
  { filled, values }: ColumnProfile,
  ownWords: SheetSettings['values'],
): Said | undefined {
  const [first] = values
  if (first === undefined || filled < MIN_CELLS || !canBeLeftOut(field)) return undefined
  const rules = createTrialRules(field, { header, ownWords })
  const isUnreadable = ({ cell, text }: ColumnProfile['values'][number]): boolean =>
    UNREADABLE.has(parseCell(cell, text, rules).code) && !(rules.kind === 'date' && DAY_NUMBER.test(text))
  if (!values.every(isUnreadable)) return undefined
  return say('no_cell_read', { text: shorten(first.text), field })
}
