import type { PlanQuestion } from '../../contract/control/questions.ts'
import { AUTO } from '../columnReadings.ts'
import { sheetFields } from '../vocabulary/fields.ts'
import { serviceFacts } from '../vocabulary/serviceHeaders.ts'
import { WARRANTY_LENGTH } from '../vocabulary/warrantyHeaders.ts'

type Answer = PlanQuestion['answers'][number]

const IGNORE = 'ignore'
/** Columns about where items are have a setting of their own. */
const NOT_ON_HAND = 'not_on_hand'
const settable: ReadonlySet<string> = new Set([...sheetFields, WARRANTY_LENGTH, ...serviceFacts, 'quantity'])

const answer = (header: string, value: string, effect: string): Answer => ({
  setting: 'columns',
  values: { [header]: value },
  effect,
})

function listReadingAnswers(header: string, fields: readonly string[], when: 'before' | 'now'): Answer[] {
  const [field, second] = fields
  if (field === undefined) return []
  if (fields.includes(NOT_ON_HAND))
    return [
      {
        setting: 'presence',
        values: { [header]: 'gone' },
        effect: 'where it is filled, the item is gone: the row is refused, or retired with sold_lists: retire',
      },
    ]
  const effect = `the column is ${fields.join(', ')}, as ${when === 'now' ? 'the plan reads it' : 'before'}`
  if (second === undefined && settable.has(field)) return [answer(header, field, effect)]
  return when === 'now' ? [answer(header, AUTO, effect)] : []
}

/** Lists the answers about a column that is read otherwise, the earlier reading first. */
export function listColumnAnswers(header: string, was: readonly string[], now: readonly string[]): Answer[] {
  const before = listReadingAnswers(header, was, 'before')
  const current = listReadingAnswers(header, now, 'now')
  const ignored = answer(header, IGNORE, 'the column is left out')
  return before.length > 0 ? [...before, ...current, ignored] : [ignored, ...current]
}

/** Lists the answers about a column whose cells are written in another form. */
export const listFormAnswers = (header: string, now: string): Answer[] => [
  answer(header, IGNORE, 'the column is left out'),
  answer(header, AUTO, `its cells are read as ${now}, as the plan reads them`),
]
