import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'
import type { CellNote } from '../../../contract/control.ts'
import { useTexts } from '../../app/language.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { fieldLabel, useFieldText } from '../inventory/useFieldText.ts'
import { outcomeTones, resultTones } from './tones.ts'
import { describeRow, type Row } from './usePlan.ts'

const ESTIMATED_ROW_PX = 58
const OVERSCAN = 8

function Note({ note }: { note: CellNote }) {
  return (
    <div>
      <span className="mono">{note.cell}</span> {note.raw !== '' && !(note.message ?? '').includes(note.raw) && <q dir="auto">{note.raw}</q>}{' '}
      {note.message ?? note.code}
    </div>
  )
}

/** Old and new value of each field, both sides of conflicts, faults with their cells. */
function Details({ row }: { row: Row }) {
  const texts = useTexts()
  const toText = useFieldText()
  // An undo compares with what the run wrote.
  const sides = row.notes?.includes('changed_since') ? texts.sync.undoSides : texts.sync
  return (
    <>
      {Object.entries(row.changed ?? {}).map(([name, { from, to }]) => (
        <div key={name}>
          <span className="soft">{fieldLabel(texts, name)}</span> <span className="change-from">{toText(name, from)}</span> →{' '}
          <span className="change-to">{toText(name, to)}</span>
        </div>
      ))}
      {Object.entries(row.conflicts ?? {}).map(([name, { base, sheet, api }]) => (
        <div key={name}>
          <span className="soft">{fieldLabel(texts, name)}</span> {sides.base} {toText(name, base)} · {sides.sheet} <b>{toText(name, sheet)}</b> ·{' '}
          {sides.here} <b>{toText(name, api)}</b>
        </div>
      ))}
      {[...(row.errors ?? []), ...(row.warnings ?? [])].map((note) => (
        <Note key={`${note.cell} ${note.code}`} note={note} />
      ))}
      {[row.reason, ...(row.notes ?? [])].map(
        (code) =>
          code !== undefined && (
            <div key={code} className="soft">
              {texts.sync.reasons[code] ?? code.replaceAll('_', ' ')}
            </div>
          ),
      )}
      {'result' in row && row.error && <div>{row.error.detail}</div>}
    </>
  )
}

function PlanRowView({ row }: { row: Row }) {
  const texts = useTexts().sync
  return (
    <>
      <div role="cell" className="plan-number soft number">
        {row.row > 0 ? row.row : (row.row_before ?? '')}
      </div>
      <div role="cell">
        <div className="plan-item" dir="auto">
          {describeRow(row)}
        </div>
        <span className="mono soft">{row.key}</span>
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

/** The rows of a plan or report. Only those on the screen exist, since a plan can have 100,000. */
export function PlanRows({ rows }: { rows: readonly Row[] }) {
  const texts = useTexts().sync
  const body = useRef<HTMLDivElement>(null)
  const [margin, setMargin] = useState(0)
  useEffect(() => setMargin((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY), [])
  const virtual = useWindowVirtualizer({ count: rows.length, estimateSize: () => ESTIMATED_ROW_PX, overscan: OVERSCAN, scrollMargin: margin })
  return (
    <div role="table" aria-rowcount={rows.length + 1} aria-label={texts.what}>
      <div role="row" className="plan-row plan-head" aria-rowindex={1}>
        <div role="columnheader">{texts.row}</div>
        <div role="columnheader">{texts.item}</div>
        <div role="columnheader">{texts.what}</div>
      </div>
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
                className="plan-row"
                style={{ position: 'absolute', inset: '0 0 auto', transform: `translateY(${start - margin}px)` }}
              >
                <PlanRowView row={row} />
              </div>
            )
          )
        })}
      </div>
    </div>
  )
}
