import type { TableInfo } from '../../contract/control/explain.ts'
import { say, sayAll } from '../../contract/sentences/say.ts'
import { isBlankRow, isFilled } from './cellKind.ts'
import { formatTarget } from './headerRow.ts'
import { fieldsOf } from './matchHeader.ts'
import { findProvenForm } from './provenForm.ts'
import type { GearRows, GearTable } from './gearTable.ts'
import type { ColumnTarget, UnknownColumn } from '../types.ts'
import { toColumnLetter } from '../vocabulary/columnLetters.ts'
import { sampleCells } from './sampleCells.ts'
import type { ListTitle } from './listTitles.ts'
import type { OtherTable } from './otherTable.ts'
import type { TablePart } from './tablePart.ts'

type Place = Pick<TableInfo, 'table' | 'header_row' | 'from' | 'to' | 'rows' | 'first_row' | 'last_row'>

function placeOf({ headerRow, rows }: TablePart, table: number): Place {
  const filled = rows.filter(({ row }) => !isBlankRow(row)).map(({ row }) => row.row)
  return {
    table,
    header_row: headerRow.row,
    from: toColumnLetter(Math.max(headerRow.cells.findIndex(isFilled), 0)),
    to: toColumnLetter(Math.max(headerRow.cells.findLastIndex(isFilled), 0)),
    rows: filled.length,
    first_row: filled[0] ?? null,
    last_row: filled.at(-1) ?? null,
  }
}

function reasonOf({ column, header, detail }: UnknownColumn, { mapped, presence }: GearTable): string {
  if (mapped.rowNumbers?.includes(column)) return 'row_number'
  if (detail !== undefined) return 'cells'
  if (presence.asked.some(({ letter }) => letter === column)) return 'asked'
  if (presence.silent.includes(column)) return 'settings'
  return header === '' ? 'no_header' : 'not_known'
}

function findProven(target: ColumnTarget, rules: GearRows['rules']): string | undefined {
  const rule = fieldsOf(target).flatMap((field) => rules.get(field) ?? [])[0]
  return rule && findProvenForm(rule)
}

export function describeGearTable(
  gear: GearTable,
  { inferred, rules }: Pick<GearRows, 'inferred' | 'rules'>,
  table: number,
  title?: ListTitle,
): TableInfo {
  const { part, mapped, key, items } = gear
  return {
    kind: 'gear',
    ...placeOf(part, table),
    ...(title && { title: title.text }),
    key: {
      field: key.field,
      column: key.column.letter,
      header: key.column.header,
      evidence: key.evidence.message,
      sentences: key.evidence.sentences,
    },
    columns: [
      ...mapped.columns,
      ...mapped.notes,
      ...mapped.currencies,
      ...mapped.gone,
      ...(mapped.quantity ? [mapped.quantity] : []),
    ].map(({ letter, header, target, evidence, isSet }) => {
      const fact = inferred[letter]
      const { message, sentences } = fact === undefined ? evidence : sayAll(evidence, say('cells_say', { fact }))
      const column: TableInfo['columns'][number] = {
        column: letter,
        header,
        samples: sampleCells(items, letter),
        field: target,
        evidence: message,
        sentences,
      }
      const proven = findProven(target, rules)
      if (proven !== undefined) column.proven = proven
      if (isSet) column.is_set = true
      return column
    }),
    left_out: [
      ...mapped.unknown.map((column) => ({ ...column, reason: reasonOf(column, gear) })),
      ...mapped.ignored.map((column) => ({ ...column, reason: 'settings' })),
    ].map((column) => ({ ...column, samples: sampleCells(items, column.column) })),
  }
}

export const describeOtherTable = ({ part, said }: OtherTable, table: number): TableInfo => ({
  kind: 'other',
  ...placeOf(part, table),
  key: null,
  columns: [],
  left_out: part.headerRow.cells.flatMap((cell, index) => {
    const match = part.header.matches[index]
    if (!isFilled(cell)) return []
    return [
      {
        column: toColumnLetter(index),
        header: cell.text.trim(),
        reason: 'other_table',
        ...(match && { nearest: formatTarget(match.target) }),
      },
    ]
  }),
  detail: said.message,
  sentences: said.sentences,
})
