import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { useTexts } from '../../base/language.tsx'
import { PlanHead, PlanRowView, planRowClass } from './PlanRows.tsx'
import type { Row } from './usePlan.ts'

const ESTIMATED_ROW_PX = 58
const OVERSCAN = 8

/** Shows the rows of a bulk edit in a scrolling box of a dialog. */
export function PlanList({ rows }: { rows: readonly Row[] }) {
  const texts = useTexts()
  const box = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    estimateSize: () => ESTIMATED_ROW_PX,
    overscan: OVERSCAN,
    getScrollElement: () => box.current,
  })
  return (
    <div ref={box} className="plan-box">
      <div role="table" aria-rowcount={rows.length + 1} aria-label={texts.sync.what}>
        <PlanHead hasNumbers={false} />
        <div role="rowgroup" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
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
                  className={planRowClass(false)}
                  style={{ position: 'absolute', inset: '0 0 auto', transform: `translateY(${start}px)` }}
                >
                  <PlanRowView row={row} hasNumbers={false} />
                </div>
              )
            )
          })}
        </div>
      </div>
    </div>
  )
}
