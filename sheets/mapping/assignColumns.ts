import { say, sayAll, type Said } from '../../contract/sentences/say.ts'
import { currenciesOf } from '../cells/currency.ts'
import { parseCell } from '../cells/parseCell.ts'
import type { SheetSettings } from '../settings/settings.ts'
import type { SheetRefused, SheetRow, UnknownColumn } from '../types.ts'
import type { NamedColumn } from './columns.ts'
import type { ColumnProfile } from './columnProfile.ts'
import { refuseWithAdvice } from '../refuseWithAdvice.ts'
import { adviseInstead } from './adviseHeader.ts'
import { isMaker } from '../vocabulary/makers.ts'
import { findContradiction, type Surroundings } from './contradiction.ts'
import type { HeadingsAbove } from './headingsAbove.ts'
import { refuseTwice } from './refuseTwice.ts'
import type { SuggestedColumns } from './suggestColumns.ts'
import { formatColumn } from './formatColumn.ts'
import { formatTarget, requiredColumns } from './headerRow.ts'
import { fieldsOf } from './matchHeader.ts'
import { foldHeader, toLookupKey } from '../vocabulary/lookupKey.ts'
import { createTrialRules } from './trialRules.ts'
import { chooseTypes } from './typeOrModel.ts'
import { chooseEnd, findLengthFault, toFilledField } from './warrantyColumns.ts'

type ProfileOf = (index: number) => ColumnProfile
/** The field that a column's header names, and the reason why it is left out. */
export type LeftOut = Pick<UnknownColumn, 'field' | 'detail' | 'sentences'>

export interface Assignment {
  columns: NamedColumn[]
  /** Columns that are left out although their headers mean a field, by letter, with the reason. */
  leftOut: ReadonlyMap<string, LeftOut>
}

/** Facts of a sheet beside its columns that say what they mean. */
export interface ColumnContext {
  headingsAbove: (index: number) => HeadingsAbove
  /** Words of the settings by field. */
  ownWords: SheetSettings['values']
  /** Currency of the account. */
  currency: string
}

/** The settings decide for themselves. */
const isSet = (column: NamedColumn): boolean => column.isSet === true

/** Fields that occur once in a gear list. */
const fieldsOncePerList: ReadonlySet<string> = new Set([...requiredColumns, 'asset_tag', 'serial_number'])

/** Without these fields items would be unknown, or would seem to be on hand. */
const decidedByPerson: ReadonlySet<string> = new Set([...fieldsOncePerList, 'status'])

class Assigner {
  readonly leftOut = new Map<string, LeftOut>()
  readonly #profileOf: ProfileOf
  readonly #context: ColumnContext

  constructor(profileOf: ProfileOf, context: ColumnContext) {
    this.#profileOf = profileOf
    this.#context = context
  }

  #leaveOut(column: NamedColumn, { message: detail, sentences }: Said): void {
    this.leftOut.set(column.letter, { field: formatTarget(column.target), detail, sentences })
  }

  /** Drops columns whose cells or neighbours contradict their headers. */
  dropContradicted(columns: readonly NamedColumn[], headers: readonly string[]): NamedColumn[] {
    const { headingsAbove, ownWords } = this.#context
    return columns.filter((column) => {
      if (isSet(column)) return true
      const surroundings: Surroundings = {
        otherHeaders: headers.filter((_, index) => index !== column.index),
        above: headingsAbove(column.index),
        ownWords,
      }
      const reason = findContradiction(column, this.#profileOf(column.index), surroundings)
      if (reason !== undefined) this.#leaveOut(column, reason)
      return reason === undefined
    })
  }

  /** Keeps a weak header only where no other filled column has its field. */
  dropWeak(columns: readonly NamedColumn[]): NamedColumn[] {
    const strong = columns.filter(({ match }) => !match.weak)
    return columns.filter((column) => {
      if (!column.match.weak) return true
      return !strong.some((other) => other.target === column.target && !this.#isEmptyBeside(other, column))
    })
  }

  /** Drops lengths of warranties in a list without dates of purchase. */
  dropLengths(columns: readonly NamedColumn[]): NamedColumn[] {
    return columns.filter((column) => {
      const reason = findLengthFault(column, columns, this.#profileOf(column.index))
      if (reason !== undefined) this.#leaveOut(column, reason)
      return reason === undefined
    })
  }

  #isEmptyBeside(column: NamedColumn, other: NamedColumn): boolean {
    return !isSet(column) && this.#profileOf(column.index).filled === 0 && this.#profileOf(other.index).filled > 0
  }

  /** Leaves one column for each field, or none where the cells do not decide. @throws SheetRefused duplicate_header */
  chooseOnePerField(columns: readonly NamedColumn[]): NamedColumn[] {
    const chosen: NamedColumn[] = []
    const undecided: [NamedColumn, NamedColumn][] = []
    // Columns of the settings come first, so that the others are compared with them.
    for (const column of columns.toSorted((a, b) => Number(isSet(b)) - Number(isSet(a)))) {
      const rival = chosen.find((other) => findSharedField(other, column) !== undefined)
      const decision = rival && this.#decide(rival, column)
      if (rival === undefined) chosen.push(column)
      else if (decision === undefined) undecided.push([rival, column])
      else {
        const [kept, dropped, reason] = decision
        this.#leaveOut(dropped, reason)
        if (kept === column) chosen.splice(chosen.indexOf(rival), 1, column)
      }
    }
    const doubtful = new Set(undecided.flatMap(([a, b]) => (this.#leaveOutUndecided(a, b) ? [a] : [])))
    return chosen.filter((column) => !doubtful.has(column))
  }

  /** Leaves out the second of two columns of notes, else both columns. @returns true if the first one is left out */
  #leaveOutUndecided(a: NamedColumn, b: NamedColumn): boolean {
    const field = findSharedField(a, b) ?? ''
    // No setting can name one of two equal headers.
    if (decidedByPerson.has(field) || foldHeader(a.header) === foldHeader(b.header)) throw refuseDuplicate(a, b)
    if (field === 'notes') {
      this.#leaveOut(b, say('notes_beside', { column: formatColumn(a), header: b.header }))
      return false
    }
    this.#leaveOut(a, say('both_can_be', { column: formatColumn(b), field }))
    this.#leaveOut(b, say('both_can_be', { column: formatColumn(a), field }))
    return true
  }

  /** Decides between two columns. @returns undefined if their cells fit alike */
  #decide(a: NamedColumn, b: NamedColumn): [kept: NamedColumn, dropped: NamedColumn, reason: Said] | undefined {
    const [profileA, profileB] = [this.#profileOf(a.index), this.#profileOf(b.index)]
    if (isSet(a) !== isSet(b)) {
      const [kept, dropped] = isSet(a) ? [a, b] : [b, a]
      return [kept, dropped, say('settings_say_column', { column: formatColumn(kept), field: listFields(kept) })]
    }
    if (!isSet(a)) {
      if (profileB.filled === 0) return [a, b, say('empty_beside', { column: formatColumn(a) })]
      if (profileA.filled === 0) return [b, a, say('empty_beside', { column: formatColumn(b) })]
      if (haveSameValues(profileA, profileB)) return [a, b, say('same_values_as', { column: formatColumn(a) })]
      const end = chooseEnd(a, b)
      if (end) return end
      const types = chooseTypes(a, profileA, b, profileB)
      if (types) return [types.kept, types.dropped, say('same_types_as', { column: formatColumn(types.kept) })]
      const own = [a, b].filter(({ currency = '' }) => currenciesOf(currency).includes(this.#context.currency))
      const [paid] = own
      if (paid && own.length === 1 && a.currency !== undefined && b.currency !== undefined)
        return [
          paid,
          paid === a ? b : a,
          say('cells_fit_better', { column: formatColumn(paid), field: listFields(paid) }),
        ]
      const models = chooseModel(a, b)
      if (models) return [models.kept, models.dropped, say('model_named_beside', { column: formatColumn(models.kept) })]
      const difference = scoreOf(a, profileA) - scoreOf(b, profileB)
      if (Math.abs(difference) >= MIN_DIFFERENCE) {
        const [kept, dropped] = difference > 0 ? [a, b] : [b, a]
        return [kept, dropped, say('cells_fit_better', { column: formatColumn(kept), field: listFields(kept) })]
      }
      return preferFieldName(a, b)
    }
    throw refuseDuplicate(a, b)
  }
}

const MIN_DIFFERENCE = 0.4

/** Two different values of these fields say different things of an item. */
const contrary: ReadonlySet<string> = new Set(['gear_type', 'brand', 'status'])

/** `Asset Tag` names its field itself, `Asset ID` beside it may be another number. */
function preferFieldName(a: NamedColumn, b: NamedColumn): [NamedColumn, NamedColumn, Said] | undefined {
  const [kept, other] = [a, b].filter(({ header, target }) => toLookupKey(header) === toLookupKey(formatTarget(target)))
  if (kept === undefined || other !== undefined || contrary.has(formatTarget(kept.target))) return undefined
  const said = say('names_field_itself', { column: formatColumn(kept), field: listFields(kept) })
  return [kept, kept === a ? b : a, said]
}

const listFields = ({ target }: NamedColumn): string => fieldsOf(target).join(', ')

const filledBy = ({ target }: NamedColumn): string[] => fieldsOf(target).map(toFilledField)

const findSharedField = (a: NamedColumn, b: NamedColumn): string | undefined =>
  filledBy(a).find((name) => filledBy(b).includes(name))

function refuseDuplicate(a: NamedColumn, b: NamedColumn): SheetRefused {
  const field = findSharedField(a, b) ?? ''
  const sideBySide = fieldsOncePerList.has(field) ? [say('lists_side_by_side')] : []
  return refuseTwice(a, b, field, sideBySide)
}

const haveSameValues = (a: ColumnProfile, b: ColumnProfile): boolean =>
  a.filled === b.filled && a.values.every(({ text }, index) => text === b.values[index]?.text)

/** Chooses the name of a model beside its number. */
function chooseModel(a: NamedColumn, b: NamedColumn): { kept: NamedColumn; dropped: NamedColumn } | undefined {
  if (a.target !== 'model') return undefined
  const [number, otherNumber] = [a, b].filter(({ header }) => MODEL_NUMBER.test(header))
  if (!number || otherNumber) return undefined
  return { kept: number === a ? b : a, dropped: number }
}

/** Headers of the maker's number of a model, beside its name. */
const MODEL_NUMBER = /\b(?:n[or°º]|nr|num\p{L}*|núm\p{L}*|code|código|sku)\b|nummer|numer|番号|编号/iu

/** A model's name has words; its number is a code that nobody says. */
const NAMED = /\p{L}{2,}.* |^\p{L}+$|^[\p{L}\d-]{1,8}$/u

/** Share of the cells that fit a column's field, from 0 to 1. */
function scoreOf({ target, header }: NamedColumn, { filled, values }: ColumnProfile): number {
  const field = typeof target === 'string' ? target : (Object.values(target)[0] ?? '')
  if (field === 'brand') return values.filter(({ text }) => isMaker(text)).length / filled
  if (field === 'model') return values.filter(({ text }) => NAMED.test(text) && !isMaker(text)).length / filled
  const rules = createTrialRules(field, { header })
  return values.filter(({ cell, text }) => parseCell(cell, text, rules).code === undefined).length / filled
}

/** Removes from a header with a field per type those fields that have a column of their own. */
function narrowByType(columns: readonly NamedColumn[]): NamedColumn[] {
  const ownFields = new Set(columns.map(({ target }) => target).filter((target) => typeof target === 'string'))
  return columns.map((column) => {
    if (typeof column.target === 'string') return column
    const remaining = Object.entries(column.target).filter(([, field]) => !ownFields.has(field))
    return remaining.length === 0 ? column : { ...column, target: Object.fromEntries(remaining) }
  })
}

/** A list needs these: without them no row can be read. */
function requireColumns(
  before: readonly NamedColumn[],
  after: readonly NamedColumn[],
  leftOut: Assignment['leftOut'],
  suggest: (field: string) => SuggestedColumns,
  headers: readonly string[],
): void {
  for (const field of requiredColumns) {
    const lost = before.find(({ target, letter }) => target === field && leftOut.has(letter))
    const reason = leftOut.get(lost?.letter ?? '')
    if (!lost || !reason || after.some(({ target }) => target === field)) continue
    throw refuseWithAdvice(
      'ambiguous_header',
      sayAll(
        say('column_should_be', { column: formatColumn(lost), field }),
        { message: reason.detail ?? '', sentences: reason.sentences ?? [] },
        say('say_which_column', { field }),
      ),
      adviseInstead(lost.header, field, suggest(field), headers),
    )
  }
}

/**
 * Assigns columns to fields: where cells or neighbours contradict a header, its column is left out; of several columns
 * with one meaning the cells choose.
 * @param suggest other columns for a required field that is left out
 * @throws SheetRefused duplicate_header, ambiguous_header
 */
export function assignColumns(
  named: readonly NamedColumn[],
  profileOf: ProfileOf,
  headerRow: SheetRow,
  suggest: (field: string) => SuggestedColumns,
  context: ColumnContext,
): Assignment {
  const headers = headerRow.cells.map(({ text }) => text)
  const assigner = new Assigner(profileOf, context)
  const fitting = assigner.dropContradicted(named, headers)
  const chosen = assigner.chooseOnePerField(narrowByType(assigner.dropWeak(fitting)))
  const columns = assigner.dropLengths(chosen)
  requireColumns(named, columns, assigner.leftOut, suggest, headers)
  return { columns: columns.toSorted((a, b) => a.index - b.index), leftOut: assigner.leftOut }
}
