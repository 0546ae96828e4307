import type { Gear } from '../../../contract/api/gear.ts'
import type { Texts } from '../../../messages/languages/texts.ts'
import { formatGearName } from '../../shared/formatGearName.ts'
import type { Notification, ReportedReading } from '../../notify/types.ts'
import type { UseChange } from './decideUse.ts'

/** True for changes that are reported to people, once each. */
export const isReported = (one: UseChange): one is UseChange & Pick<ReportedReading, 'change'> =>
  one.change === 'fallen' || one.change === 'jumped'

/** A report of a reading. */
export interface MeterReport {
  /** Id that is equal in all languages. */
  id: string
  reading: ReportedReading
  /** Day on which the report is queued, `YYYY-MM-DD`. */
  day: string
}

export type DescribedGear = Pick<Gear, 'brand' | 'model' | 'asset_tag'>

/** Describes a reading that people should check. */
export function describeReading(
  { field, change, from, to }: ReportedReading,
  item: DescribedGear,
  texts: Texts,
): Pick<Notification, 'title' | 'facts'> {
  const { facts, format, meter } = texts
  const unit = meter.units[field]
  const about = { item: formatGearName(item), from: format.count(from), to: format.count(to), unit }
  const hasFallen = change === 'fallen'
  return {
    title: hasFallen ? meter.fell(about) : meter.rose(about),
    facts: [
      { name: facts.item, value: `${item.brand} ${item.model}` },
      ...(item.asset_tag === null ? [] : [{ name: facts.assetTag, value: item.asset_tag }]),
      { name: facts.before, value: `${about.from} ${unit}` },
      { name: facts.now, value: `${about.to} ${unit}` },
      { name: facts.whatToDo, value: hasFallen ? meter.fellAdvice : meter.roseAdvice },
    ],
  }
}

export const describeMeter = ({ id, reading, day }: MeterReport, item: DescribedGear, texts: Texts): Notification => ({
  kind: 'meter',
  subject: id,
  dueOn: day,
  step: 0,
  reading,
  ...describeReading(reading, item, texts),
})
