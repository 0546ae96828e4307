import type { PlanSummary } from '../../../contract/control/control.ts'
import type { SheetMapping, TableInfo } from '../../../contract/control/explain.ts'
import { useTexts } from '../../base/language.tsx'
import { fieldLabel } from '../inventory/useFieldText.ts'

function ColumnRows({ table }: { table: TableInfo }) {
  const { sync: texts, ...common } = useTexts()
  const all = { sync: texts, ...common }
  const nameField = (field: unknown): string =>
    typeof field === 'string'
      ? (texts.columnMeanings[field] ?? fieldLabel(all, field))
      : Object.values(field ?? {}).join(', ')
  const describeLeftOut = ({ reason, nearest, detail }: TableInfo['left_out'][number]): string =>
    [texts.leftOut[reason] ?? reason.replaceAll('_', ' '), nearest !== undefined && texts.nearest(nearest), detail]
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
          <td className="soft">{column.evidence}</td>
        </tr>
      ))}
      {table.left_out.map((column) => (
        <tr key={`${table.table} ${column.column}`}>
          <td className="mono">{column.column}</td>
          <td dir="auto">{column.header}</td>
          <td>{texts.notRead}</td>
          <td className="soft">{describeLeftOut(column)}</td>
        </tr>
      ))}
    </>
  )
}

/** Shows unknown words of the sheet, and the lines of kitroom.yaml that would map them. */
function UnknownWords({ mapping }: { mapping: SheetMapping }) {
  const texts = useTexts()
  if (mapping.unknown_words.length === 0) return null
  return (
    <div className="evidence small">
      <b>{texts.sync.unknownWords}</b>
      <ul>
        {mapping.unknown_words.map(({ field, word, cells, nearest }) => (
          <li key={`${field} ${word}`}>
            {fieldLabel(texts, field)}: <q dir="auto">{word}</q> <span className="soft">{texts.sync.cells(cells)}</span>{' '}
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
  if (!mapping) return null
  const tables = mapping.tables.filter(({ kind }) => kind === 'gear')
  return (
    <details className="problem">
      <summary>{texts.columnsRead}</summary>
      {mapping.encoding && (
        <p className="small soft">
          {texts.encoding(mapping.encoding.name)} {mapping.encoding.evidence}
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
            {tables.map((table) => (
              <ColumnRows key={table.table} table={table} />
            ))}
          </tbody>
        </table>
      </div>
      <UnknownWords mapping={mapping} />
    </details>
  )
}
