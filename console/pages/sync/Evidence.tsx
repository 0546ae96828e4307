import type { PlanSummary, Run } from '../../../contract/control/control.ts'
import type { SheetMapping, TableInfo } from '../../../contract/control/explain.ts'
import { useTexts } from '../../base/language.tsx'
import { useSay, type SaidHere } from '../../base/useSay.ts'
import { EnglishDetails } from '../../parts/EnglishDetails.tsx'
import { ColumnChoice } from './answers/ColumnChoice.tsx'
import { listNameable } from './answers/columnChoices.ts'
import { useMayAnswer } from './answers/useAnswer.ts'
import { canMean, WordChoice } from './answers/WordChoice.tsx'
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

interface ColumnRowsProps {
  run: Run
  table: TableInfo
  reasons: ReadonlyMap<string, SaidHere>
}

/** Shows the first texts of a column's cells. */
const Samples = ({ texts = [] }: { texts?: readonly string[] | undefined }) => (
  <td className="soft samples" dir="auto">
    {texts.join(' · ')}
  </td>
)

/** Names the field of a column, or the fields of a column for two. */
function useFieldName(): (field: unknown) => string {
  const { sync: texts } = useTexts()
  const labelOf = useFieldLabel()
  return (field) =>
    typeof field === 'string'
      ? (texts.columnMeanings[field] ?? labelOf(field))
      : Object.values((field ?? {}) as Record<string, string>)
          .map(labelOf)
          .join(', ')
}

interface ColumnRowProps<C> {
  run: Run
  column: C
  reason: string | undefined
  mayChoose: boolean
}

function ReadColumn({
  run,
  column,
  reason,
  mayChoose,
  isKey,
}: ColumnRowProps<TableInfo['columns'][number]> & { isKey: boolean }) {
  const { sync: texts } = useTexts()
  const nameField = useFieldName()
  const { header, field, is_set: isSet = false } = column
  return (
    <tr>
      <td className="mono">{column.column}</td>
      <td dir="auto">{header}</td>
      <Samples texts={column.samples} />
      <td>
        {mayChoose ? (
          <ColumnChoice run={run} column={{ header, field: typeof field === 'string' ? field : undefined, isSet }} />
        ) : (
          nameField(field)
        )}
        {isKey && <span className="soft"> · {texts.keyColumn}</span>}
      </td>
      <td className="soft">{reason}</td>
    </tr>
  )
}

function LeftOutColumn({ run, column, reason, mayChoose }: ColumnRowProps<TableInfo['left_out'][number]>) {
  const { sync: texts } = useTexts()
  const labelOf = useFieldLabel()
  const { header, nearest, proposal } = column
  const why = [
    texts.leftOut[column.reason] ?? column.reason.replaceAll('_', ' '),
    nearest !== undefined && texts.nearest(labelOf(nearest)),
    reason,
  ]
  return (
    <tr>
      <td className="mono">{column.column}</td>
      <td dir="auto">{header}</td>
      <Samples texts={column.samples} />
      <td>
        {mayChoose ? (
          <ColumnChoice
            run={run}
            column={{ header, field: undefined, isSet: column.reason === 'settings', proposal }}
          />
        ) : (
          texts.notRead
        )}
      </td>
      <td className="soft">
        {why.filter(Boolean).join(' ')}
        {proposal && !mayChoose && <KeepColumn proposal={proposal} />}
      </td>
    </tr>
  )
}

function ColumnRows({ run, table, reasons }: ColumnRowsProps) {
  const mayAnswer = useMayAnswer(run)
  const nameable = listNameable(table)
  const propsOf = ({ header, column }: { header: string; column: string }) => ({
    run,
    reason: reasons.get(column)?.text,
    mayChoose: mayAnswer && nameable.has(header.trim().toLowerCase()),
  })
  return (
    <>
      {table.columns.map((column) => (
        <ReadColumn
          key={`${table.table} ${column.column}`}
          {...propsOf(column)}
          column={column}
          isKey={table.key?.column === column.column}
        />
      ))}
      {table.left_out.map((column) => (
        <LeftOutColumn key={`${table.table} ${column.column}`} {...propsOf(column)} column={column} />
      ))}
    </>
  )
}

/** Shows unknown words of the sheet, and the lines of kitroom.yaml that would map them. */
function UnknownWords({ run, mapping }: { run: Run; mapping: SheetMapping }) {
  const texts = useTexts()
  const labelOf = useFieldLabel()
  const mayAnswer = useMayAnswer(run)
  if (mapping.unknown_words.length === 0) return null
  return (
    <div className="evidence small">
      <b>{texts.sync.unknownWords}</b>
      <ul>
        {mapping.unknown_words.map(({ field, word, cells, nearest }) => (
          <li key={`${field} ${word}`}>
            {labelOf(field)}: <q dir="auto">{word}</q> <span className="soft">{texts.sync.cells(cells)}</span>{' '}
            {nearest !== undefined && texts.sync.nearest(nearest)}
            {mayAnswer && canMean(field) && <WordChoice run={run} field={field} word={word} nearest={nearest} />}
          </li>
        ))}
      </ul>
      {!mayAnswer && mapping.values_block !== '' && (
        <>
          {texts.sync.valuesBlock}
          <pre className="mono">{mapping.values_block}</pre>
        </>
      )}
    </div>
  )
}

interface EvidenceProps {
  run: Run
  summary: PlanSummary
  /** True for a sheet whose columns a person should look at first. */
  isOpen: boolean
}

/** Shows how each column of the sheet is read, and why, and lets a person change that while the plan waits. */
export function Evidence({ run, summary: { mapping }, isOpen }: EvidenceProps) {
  const { sync: texts, answers } = useTexts()
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
    <details className="problem" open={isOpen}>
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
              <th scope="col">{answers.samples}</th>
              <th scope="col">{texts.meaning}</th>
              <th scope="col">{texts.because}</th>
            </tr>
          </thead>
          <tbody>
            {tables.map(({ table, reasons }) => (
              <ColumnRows key={table.table} run={run} table={table} reasons={reasons} />
            ))}
          </tbody>
        </table>
      </div>
      <EnglishDetails said={[...(encoding ? [encoding] : []), ...inEnglish]} />
      <UnknownWords run={run} mapping={mapping} />
    </details>
  )
}
