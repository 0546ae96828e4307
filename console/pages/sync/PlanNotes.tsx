import type { PlanSummary } from '../../../contract/control/control.ts'
import { HeldReason } from '../../../contract/control/questions.ts'
import { useTexts } from '../../base/language.tsx'
import { useSay } from '../../base/useSay.ts'
import { EnglishDetails } from '../../parts/EnglishDetails.tsx'

/** Returns the worker's reason why nothing is marked or deleted. */
const readHeldReason = ({ missing_held: held }: Record<string, unknown>): HeldReason | undefined =>
  HeldReason.safeParse(held).data

/** Shows the file of a plan, and notes about items without a row, and rows that are not stored any more. */
export function PlanNotes({ summary }: { summary: PlanSummary }) {
  const texts = useTexts().sync
  const say = useSay()
  const reason = readHeldReason(summary)
  const held = reason && say(reason.detail, reason.sentences)
  const sentences = [
    summary.file !== '' && summary['undoes'] === undefined && texts.fromFile(summary.file),
    summary.missing.length > 0 && summary.is_whole !== false && texts.missing(summary.missing.length),
    held?.text,
    summary.unchanged_dropped !== undefined && texts.unchangedDropped(summary.unchanged_dropped),
  ].filter((text) => typeof text === 'string')
  return sentences.map((text) => (
    <div key={text} className="panel-none wrap">
      {text}
      {held && text === held.text && <EnglishDetails said={[held]} />}
    </div>
  ))
}
