import type { PlanSummary } from '../../../contract/control/control.ts'
import type { SheetMapping, TableInfo } from '../../../contract/control/explain.ts'
import { useTexts } from '../../base/language.tsx'
import { useSay, type SaidHere } from '../../base/useSay.ts'
import { EnglishDetails } from '../../parts/EnglishDetails.tsx'
import { KeepColumn } from './KeepColumn.tsx'
import { useFieldLabel } from '../inventory/useFieldText.ts'

/** Says why each column of a table is read as it is, by letter. */
function useColumnReasons(): (table: TableInfo) => Map<string, SaidHere> {
  const say = useSay()
  return ({ columns, left_out: leftOut }) =>
    new Map([
      ...columns.map((column) => [column.column, say(column.evidence, column.sentences)] as const),
      ...leftOut.flatMap(({ column, detail, sentences }) =>
        detail === undefined ? [] : [[column, say(detail, sentences)] as const],
      ),
    ])
}

function ColumnRows({ table, reasons }: { table: TableInfo; reasons: ReadonlyMap<string, SaidHere> }) {
  const { sync: texts } = useTexts()
  const labelOf = useFieldLabel()
  const nameField = (field: unknown): string =>
    typeof field === 'string'
      ? (texts.columnMeanings[field] ?? labelOf(field))
      : Object.values((field ?? {}) as Record<string, string>)
          .map(labelOf)
          .join(', ')
  const describeLeftOut = ({ column, reason, nearest }: TableInfo['left_out'][number]): string =>
    [
      texts.leftOut[reason] ?? reason.replaceAll('_', ' '),
      nearest !== undefined && texts.nearest(labelOf(nearest)),
      reasons.get(column)?.text,
    ]
      .filter(Boolean)
      .join(' ')
  return (
    <>
      {table.columns.map((column) => (
        <tr key={`${table.table} ${column.column}`}>
          <td className="mono">{column.column}</td>
          <td dir="auto">{column.header}</td>
          <td>
            {nameField(column.field)}
            {table.key?.column === column.column && <span className="soft"> · {texts.keyColumn}</span>}
          </td>
          <td className="soft">{reasons.get(column.column)?.text}</td>
        </tr>
      ))}
      {table.left_out.map((column) => (
        <tr key={`${table.table} ${column.column}`}>
          <td className="mono">{column.column}</td>
          <td dir="auto">{column.header}</td>
          <td>{texts.notRead}</td>
          <td className="soft">
            {describeLeftOut(column)}
            {column.proposal && <KeepColumn proposal={column.proposal} />}
          </td>
        </tr>
      ))}
    </>
  )
}

/** Shows unknown words of the sheet, and the lines of kitroom.yaml that would map them. */
function UnknownWords({ mapping }: { mapping: SheetMapping }) {
  const texts = useTexts()
  const labelOf = useFieldLabel()
  if (mapping.unknown_words.length === 0) return null
  return (
    <div className="evidence small">
      <b>{texts.sync.unknownWords}</b>
      <ul>
        {mapping.unknown_words.map(({ field, word, cells, nearest }) => (
          <li key={`${field} ${word}`}>
            {labelOf(field)}: <q dir="auto">{word}</q> <span className="soft">{texts.sync.cells(cells)}</span>{' '}
            {nearest !== undefined && texts.sync.nearest(nearest)}
          </li>
        ))}
      </ul>
      {mapping.values_block !== '' && (
        <>
          {texts.sync.valuesBlock}
          <pre className="mono">{mapping.values_block}</pre>
        </>
      )}
    </div>
  )
}

/** Shows how each column of the sheet is read, and why. */
export function Evidence({ summary: { mapping } }: { summary: PlanSummary }) {
  const texts = useTexts().sync
  const say = useSay()
  const reasonsOf = useColumnReasons()
  if (!mapping) return null
  const tables = mapping.tables
    .filter(({ kind }) => kind === 'gear')
    .map((table) => ({ table, reasons: reasonsOf(table) }))
  const encoding = mapping.encoding && say(mapping.encoding.evidence, mapping.encoding.sentences)
  const inEnglish = tables.flatMap(({ reasons }) =>
    [...reasons].flatMap(([letter, { text, english }]) =>
      english === undefined ? [] : [{ text, english: `${letter}: ${english}` }],
    ),
  )
  return (
    <details className="problem">
      <summary>{texts.columnsRead}</summary>
      {mapping.encoding && (
        <p className="small soft">
          {texts.encoding(mapping.encoding.name)} {encoding?.text}
        </p>
      )}
      <div className="scroll-x">
        <table className="sheet evidence-table">
          <thead>
            <tr>
              <th scope="col">{texts.column}</th>
              <th scope="col">{texts.header}</th>
              <th scope="col">{texts.meaning}</th>
              <th scope="col">{texts.because}</th>
            </tr>
          </thead>
          <tbody>
            {tables.map(({ table, reasons }) => (
              <ColumnRows key={table.table} table={table} reasons={reasons} />
            ))}
          </tbody>
        </table>
      </div>
      <EnglishDetails said={[...(encoding ? [encoding] : []), ...inEnglish]} />
      <UnknownWords mapping={mapping} />
    </details>
  )
}
