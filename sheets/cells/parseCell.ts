import type { z } from 'zod'
import { codePoints } from '../../contract/text.ts'
import { findFieldSchema } from '../vocabulary/fields.ts'
import type { Cell } from '../types.ts'
import type { ColumnRules } from './columnRules.ts'
import { parseDateCell, parseDateText } from './date.ts'
import { parseLength } from './length.ts'
import { splitList } from './list.ts'
import { toStops } from './ndScale.ts'
import { normaliseLines } from './normalise.ts'
import { parseNumberCell, parseNumberText } from './number.ts'
import { say } from '../../contract/sentences/say.ts'
import { parseFault, shorten, type ParseResult } from './parseResult.ts'
import { parsePlainText } from './plainText.ts'
import { rememberTextsOf } from './rememberTexts.ts'
import { parseWord } from './words.ts'

/** Columns of other kinds have few equal cells. */
const REPEATED_KINDS: ReadonlySet<ColumnRules['kind']> = new Set([
  'word',
  'text',
  'date',
  'boolean',
  'measure',
  'money',
  'count',
  'length',
])
const MAX_KNOWN_TEXTS = 1000

const parseText = rememberTextsOf(MAX_KNOWN_TEXTS, (rules: ColumnRules, text) =>
  parse({ text, value: text, kind: 'text' }, text, rules),
)

/**
 * Parses a cell and validates it against the contract, so that the API accepts what a plan contains. Cells with equal
 * texts share one result. @param text without an escaping `'`
 */
export function parseCell(cell: Cell, text: string, rules: ColumnRules): ParseResult {
  const isPlain = cell.kind === 'text' && cell.text === text
  return isPlain && REPEATED_KINDS.has(rules.kind) ? parseText(rules, text) : parse(cell, text, rules)
}

function parse(cell: Cell, text: string, rules: ColumnRules): ParseResult {
  const parsed = convertToStops(readByKind(cell, text, rules), cell, rules)
  return parsed.code === undefined && parsed.value !== '' ? checkContract(parsed, cell.text, rules) : parsed
}

function readByKind(cell: Cell, text: string, rules: ColumnRules): ParseResult {
  switch (rules.kind) {
    case 'money':
    case 'measure':
    case 'count':
      if (typeof cell.value === 'number') return parseNumberCell(cell, cell.value, rules)
      return cell.kind === 'text'
        ? parseNumberText(text, rules)
        : parseFault('not_a_number', say('no_number', { text: shorten(cell.text) }))
    case 'date':
      return cell.kind === 'text' ? parseDateText(text, rules) : parseDateCell(cell, rules)
    case 'word':
      return parseWord(text, rules)
    case 'boolean':
      return typeof cell.value === 'boolean' ? { value: cell.value } : parseWord(text, rules)
    case 'length':
      return parseLength(cell, text, rules)
    case 'list':
      return cell.kind === 'date' || cell.kind === 'boolean'
        ? parsePlainText(cell, text, rules)
        : { value: splitList(text) }
    case 'lines':
      return { value: normaliseLines(text) }
    case 'identifier':
    case 'text':
      return parsePlainText(cell, text, rules)
  }
}

/** ND filters are also named by density or factor. */
function convertToStops(parsed: ParseResult, cell: Cell, { ndScale }: ColumnRules): ParseResult {
  if (ndScale === undefined || ndScale === 'stops' || typeof parsed.value !== 'number') return parsed
  const stops = toStops(parsed.value, ndScale)
  if (stops !== undefined) return { ...parsed, value: stops }
  return parseFault('not_a_number', say('no_nd_number', { text: shorten(cell.text), scale: ndScale }))
}

function checkContract(parsed: ParseResult, raw: string, rules: ColumnRules): ParseResult {
  const schema = findFieldSchema(rules.field)
  const result = schema?.safeParse(parsed.value)
  if (!result || result.success) return parsed
  return describeIssue(result.error.issues, raw, rules, parsed.value)
}

function describeIssue(
  issues: readonly z.core.$ZodIssue[],
  raw: string,
  rules: ColumnRules,
  value: unknown,
): ParseResult {
  const issue = issues[0]
  if (issue?.code === 'too_small')
    return parseFault(
      'too_long',
      say('below_limit', { text: shorten(raw), field: rules.field, limit: String(issue.minimum) }),
    )
  if (issue?.code === 'too_big')
    return parseFault(
      'too_long',
      say('over_limit', { text: shorten(raw), field: rules.field, limit: String(issue.maximum) }),
    )
  return parseFault(
    'too_long',
    say('against_contract', { field: rules.field, rule: issue?.message ?? 'cannot hold this value' }),
    typeof value === 'string' ? say('has_characters', { count: codePoints(value) }) : say('shorten_cell'),
  )
}
