import type { Gear } from '../../../contract/api/gear.ts'
import { daysBetween } from '../../base/days.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import { Panel } from '../../parts/Panel.tsx'

const SOON_DAYS = 60
const ASSUMED_DAYS = 730

/** Shows the elapsed part of the warranty, from the purchase if its day is known. */
export function WarrantyPanel({ item }: { item: Gear }) {
  const texts = useTexts()
  const format = useFormat()
  const { warranty_expires_on: end, warranty_provider: provider, purchase_date: bought } = item
  if (end === null) return null
  const leftDays = daysBetween(format.today, end)
  const wholeDays = Math.max(1, bought === null ? ASSUMED_DAYS : daysBetween(bought, end))
  const passed = Math.min(100, Math.max(2, 100 - (leftDays / wholeDays) * 100))
  const toneToCome = leftDays <= SOON_DAYS ? 'warn' : 'good'
  const tone = leftDays < 0 ? 'bad' : toneToCome
  const inWords =
    leftDays < 0
      ? texts.item.warrantyOver(format.daysFromToday(end))
      : texts.item.warrantyLeft(format.daysFromToday(end))
  return (
    <Panel title={texts.item.warranty} aside={provider ?? undefined}>
      <div className="bar" data-tone={tone} aria-hidden="true">
        <span style={{ width: `${passed}%` }} />
      </div>
      <div className="small" style={{ marginTop: '0.5rem' }}>
        {format.day(end)} <span className="soft">· {inWords}</span>
      </div>
    </Panel>
  )
}
