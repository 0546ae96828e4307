import type { PlanQuestion, RowQuestion } from '../../contract/control/questions.ts'
import { say, sayAll, type Said } from '../../contract/sentences/say.ts'
import { ANOTHER_ITEM } from './sameItem.ts'

const MAX_ROWS = 20
const MAX_VALUES = 10
const MAX_NAMED = 20
const MAX_QUESTIONS = 100

type Answer = PlanQuestion['answers'][number]

interface OpenQuestion {
  first: RowQuestion
  count: number
  rows: number[]
  values: Set<string>
  /** `same_item`: the tag of each row, with the item that it may be. */
  pairs: [tag: string, item: string][]
}

/** Collects the questions about rows into questions of the plan. */
export class Questions {
  readonly #byName = new Map<string, OpenQuestion>()

  add(row: number, questions: readonly RowQuestion[]): void {
    for (const question of questions) {
      // Questions about columns are collected for each column, with the rows that wait for nothing.
      if (question.code === 'column_changed') continue
      const { code, about, raw, item } = question
      const name = code === 'same_item' ? code : `${code} ${about}`
      const open = this.#byName.get(name) ?? { first: question, count: 0, rows: [], values: new Set(), pairs: [] }
      this.#byName.set(name, open)
      open.count++
      if (open.rows.length < MAX_ROWS && open.rows.at(-1) !== row) open.rows.push(row)
      if (open.values.size < MAX_VALUES) open.values.add(raw)
      if (item !== undefined && open.pairs.length < MAX_NAMED) open.pairs.push([about, item])
    }
  }

  /** The question with the most rows comes first. */
  list(): PlanQuestion[] {
    return [...this.#byName.values()]
      .toSorted((a, b) => b.count - a.count)
      .slice(0, MAX_QUESTIONS)
      .map(describeQuestion)
  }
}

const describeQuestion = (open: OpenQuestion): PlanQuestion => ({
  code: open.first.code,
  about: open.first.about,
  ...describeText(open),
  count: open.count,
  rows: open.rows,
  values: [...open.values],
  answers: open.first.code === 'same_item' ? listSameItemAnswers(open) : listPresenceAnswers(open.first),
})

function sayQuestion({ first, count, values, pairs }: OpenQuestion): Said {
  const { code, about, message, sentences = [] } = first
  if (code === 'gone_list') return sayAll(say('question_of_list', { title: about }), say('rows_wait', { count }))
  const shown = [...values].slice(0, 3).join('", "')
  if (code === 'gone_column')
    return sayAll(say('question_of_column', { header: about, values: shown }), say('rows_wait', { count }))
  const [tag, item] = pairs[0] ?? [about, about]
  return count === 1 ? { message, sentences } : say('question_of_items', { count, tag, item })
}

function describeText(open: OpenQuestion): Pick<PlanQuestion, 'detail' | 'sentences'> {
  const { message: detail, sentences } = sayQuestion(open)
  return { detail, sentences }
}

const EFFECTS = {
  gone: 'where it is filled, the item is gone: the row is refused, or retired with sold_lists: retire',
  here: 'where it says no, the item is gone: the row is refused, or retired with sold_lists: retire',
  out: 'where it is filled, the item is in use',
  nothing: 'it says nothing about where the item is',
} as const
const LIST_EFFECTS = {
  gone: 'its items are gone: the rows are refused, or retired with sold_lists: retire',
  out: 'its items are in use',
  nothing: 'its rows are read like any others',
} as const

/** Lists the answers about a column or list, the one that its words suggest first. */
function listPresenceAnswers({ code, about, suggests }: RowQuestion): Answer[] {
  const effects: Readonly<Record<string, string>> = code === 'gone_list' ? LIST_EFFECTS : EFFECTS
  return Object.entries(effects)
    .toSorted(([a], [b]) => Number(b === suggests) - Number(a === suggests))
    .map(([meaning, effect]) => ({ setting: 'presence', values: { [about]: meaning }, effect }))
}

/** Lists the answers about rows that may be items with other tags. */
function listSameItemAnswers({ pairs, count }: OpenQuestion): Answer[] {
  const more = count > pairs.length ? `, and so on for ${count - pairs.length} more rows` : ''
  return [
    {
      setting: 'same_item',
      values: Object.fromEntries(pairs),
      effect: `the row is this item, which gets the new tag${more}`,
    },
    {
      setting: 'same_item',
      values: Object.fromEntries(pairs.map(([tag]) => [tag, ANOTHER_ITEM])),
      effect: `the row is another item, which is created${more}`,
    },
  ]
}
