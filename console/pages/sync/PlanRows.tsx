import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { CellNote } from '../../../contract/control/control.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import { useSay, type SaidHere } from '../../base/useSay.ts'
import { EnglishDetails } from '../../parts/EnglishDetails.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { useFieldLabel, useFieldText } from '../inventory/useFieldText.ts'
import { CellAnswer } from './answers/CellAnswer.tsx'
import { outcomeTones, resultTones } from './tones.ts'
import type { Row } from './usePlan.ts'
import { useRowError } from './useRowError.ts'
import { useRowName } from './useRowName.ts'

const ESTIMATED_ROW_PX = 58
const OVERSCAN = 8
/** Code of an undo's row whose item was edited after the run. */
const CHANGED_SINCE = 'changed_since'

function Note({ note, text, isFault }: { note: CellNote; text: string; isFault: boolean }) {
  return (
    <div>
      {note.cell !== '' && <span className="mono">{note.cell}</span>}{' '}
      {note.raw !== '' && !text.includes(note.raw) && <q dir="auto">{note.raw}</q>} {text}{' '}
      <CellAnswer note={note} isFault={isFault} />
    </div>
  )
}

const listNotes = (row: Row): CellNote[] => [...(row.errors ?? []), ...(row.questions ?? []), ...(row.warnings ?? [])]

/** Shows the faults of a row with their cells, and the reason why it was not written. */
function Notes({ row }: { row: Row }) {
  const say = useSay()
  const describeError = useRowError()
  const notes = listNotes(row).map((note) => ({ note, said: say(note.message ?? note.code, note.sentences) }))
  const error = 'result' in row && row.error ? describeError(row.error) : undefined
  const said: SaidHere[] = [...notes.map((each) => each.said), ...(error ? [error] : [])]
  return (
    <>
      {notes.map(({ note, said: { text } }) => (
        <Note key={`${note.cell} ${note.code}`} note={note} text={text} isFault={row.errors?.includes(note) ?? false} />
      ))}
      {error && <div>{error.text}</div>}
      <EnglishDetails said={said} />
    </>
  )
}

/** Links an item of a bulk edit to its page, where a person can see why it was refused. */
function ItemName({ row, name, isLinked }: { row: Row; name: string; isLinked: boolean }) {
  const isGone = row.errors?.some(({ code }) => code === 'item_gone') ?? false
  return isLinked && row.gear_id !== undefined && !isGone ? (
    <Link to="/inventory/$id" params={{ id: row.gear_id }}>
      {name}
    </Link>
  ) : (
    name
  )
}

/** Fields that the first column of a row shows. */
const SHOWN_FIRST = new Set(['brand', 'model', 'asset_tag'])
const SHOWS_VALUES: ReadonlySet<string> = new Set(['create', 'delete', 'question'])

/** Says how a value was found that no cell has, such as the end of a warranty. */
function Derived({ row: { evidence = {} }, name }: { row: Row; name: string }) {
  const say = useSay()
  const derived = evidence[name]
  return derived && <span className="soft"> ({say(derived.message, derived.sentences).text})</span>
}

/** Shows the maintenance records that a row makes, moves or deletes. */
function Services({ row: { maintenance = [] } }: { row: Row }) {
  const { sync: texts } = useTexts()
  const { day } = useFormat()
  return maintenance.map(({ action, fact, service_type: type, service_date: date, status, from }) => (
    <div key={`${fact} ${date}`}>
      <span className="soft">{texts.services[action]}</span> {type}: {from !== undefined && `${day(from)} → `}
      {day(date)} <span className="soft">{texts.serviceStatuses[status]}</span>
    </div>
  ))
}

/** Shows all values of an item that a plan creates or deletes. */
function Values({ row }: { row: Row }) {
  const labelOf = useFieldLabel()
  const toText = useFieldText()
  if (!SHOWS_VALUES.has(row.outcome)) return null
  const values = Object.entries(row.fields ?? {}).filter(([name, value]) => !SHOWN_FIRST.has(name) && value !== null)
  return (
    <div>
      {values.map(([name, value]) => (
        <span key={name} className="plan-value">
          <span className="soft">{labelOf(name)}</span> {toText(name, value)}
          <Derived row={row} name={name} />
        </span>
      ))}
    </div>
  )
}

/** Shows old and new value of each field, both sides of conflicts, and faults with their cells. */
function Details({ row }: { row: Row }) {
  const texts = useTexts()
  const labelOf = useFieldLabel()
  const toText = useFieldText()
  const words = row.notes?.includes(CHANGED_SINCE) ? texts.bulk.undoConflict : texts.sync
  return (
    <>
      <Values row={row} />
      {Object.entries(row.changed ?? {}).map(([name, { from, to }]) => (
        <div key={name}>
          <span className="soft">{labelOf(name)}</span> <span className="change-from">{toText(name, from)}</span> →{' '}
          <span className="change-to">{toText(name, to)}</span>
          <Derived row={row} name={name} />
        </div>
      ))}
      {Object.entries(row.conflicts ?? {}).map(([name, { base, sheet, api }]) => (
        <div key={name}>
          <span className="soft">{labelOf(name)}</span> {words.base} {toText(name, base)} · {words.sheet}{' '}
          <b>{toText(name, sheet)}</b> · {words.here} <b>{toText(name, api)}</b>
        </div>
      ))}
      <Services row={row} />
      <Notes row={row} />
      {(row.kept ?? []).length > 0 && (
        <div className="soft">{texts.sync.kept((row.kept ?? []).map((name) => labelOf(name)).join(', '))}</div>
      )}
      {[row.reason, ...(row.notes ?? [])].map(
        (code) =>
          code !== undefined && (
            <div key={code} className="soft">
              {code === CHANGED_SINCE
                ? texts.bulk.changedSince
                : (texts.sync.reasons[code] ?? code.replaceAll('_', ' '))}
            </div>
          ),
      )}
    </>
  )
}

/** @param hasNumbers true for rows of a sheet */
export function PlanRowView({ row, hasNumbers }: { row: Row; hasNumbers: boolean }) {
  const { sync: texts, bulk } = useTexts()
  const name = useRowName(row) || (hasNumbers ? '' : bulk.goneItem)
  return (
    <>
      {hasNumbers && (
        <div role="cell" className="plan-number soft number">
          {row.row > 0 ? row.row : (row.row_before ?? '')}
        </div>
      )}
      <div role="cell">
        <div className="plan-item" dir="auto">
          <ItemName row={row} name={name} isLinked={!hasNumbers} />
        </div>
        {name !== row.key && <span className="mono soft">{row.key}</span>}
      </div>
      <div role="cell" className="plan-what">
        {'result' in row ? (
          <Tag tone={resultTones[row.result]}>{texts.results[row.result]}</Tag>
        ) : (
          <Tag tone={outcomeTones[row.outcome]}>{texts.outcomes[row.outcome]}</Tag>
        )}
        <Details row={row} />
      </div>
    </>
  )
}

/** The columns' names. */
export function PlanHead({ hasNumbers }: { hasNumbers: boolean }) {
  const texts = useTexts().sync
  return (
    <div role="row" className={planRowClass(hasNumbers, 'plan-head')} aria-rowindex={1}>
      {hasNumbers && <div role="columnheader">{texts.row}</div>}
      <div role="columnheader">{texts.item}</div>
      <div role="columnheader">{texts.what}</div>
    </div>
  )
}

export const planRowClass = (hasNumbers: boolean, more = ''): string =>
  `plan-row ${hasNumbers ? '' : 'plan-row-short'} ${more}`

/** Shows the rows of a plan or report. It renders only those on the screen, since a plan can have 100,000. */
export function PlanRows({ rows, hasNumbers }: { rows: readonly Row[]; hasNumbers: boolean }) {
  const texts = useTexts().sync
  const body = useRef<HTMLDivElement>(null)
  const [margin, setMargin] = useState(0)
  useEffect(() => setMargin((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY), [])
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ESTIMATED_ROW_PX,
    overscan: OVERSCAN,
    scrollMargin: margin,
  })
  return (
    <div role="table" aria-rowcount={rows.length + 1} aria-label={texts.what}>
      <PlanHead hasNumbers={hasNumbers} />
      <div ref={body} role="rowgroup" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]
          return (
            row && (
              <div
                key={index}
                role="row"
                aria-rowindex={index + 2}
                data-index={index}
                ref={virtual.measureElement}
                className={planRowClass(hasNumbers)}
                style={{ position: 'absolute', inset: '0 0 auto', transform: `translateY(${start - margin}px)` }}
              >
                <PlanRowView row={row} hasNumbers={hasNumbers} />
              </div>
            )
          )
        })}
      </div>
    </div>
  )
}
