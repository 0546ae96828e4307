import { v7 as uuidv7 } from 'uuid'
import type { Gear } from '../../../contract/gear.ts'
import type { Texts } from '../../../languages/texts.ts'
import { formatGearName } from '../../formatGearName.ts'
import type { Notification } from '../../notify/types.ts'
import type { UseChange } from './decideUse.ts'

/** Changes that people are notified of, once each. */
export const isReported = ({ change }: UseChange): boolean => change === 'fallen' || change === 'jumped'

/** Describes a reading that people should check. @param day today, `YYYY-MM-DD` */
export function describeMeter({ field, change, from, to }: UseChange, item: Gear, day: string, texts: Texts): Notification {
  const { facts, format, meter } = texts
  const unit = meter.units[field]
  const about = { item: formatGearName(item), from: format.count(from), to: format.count(to), unit }
  const hasFallen = change === 'fallen'
  return {
    kind: 'problem',
    subject: uuidv7(),
    dueOn: day,
    step: 0,
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
