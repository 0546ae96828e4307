import type { PlanSummary } from '../../../contract/control/control.ts'
import { useTexts } from '../../base/language.tsx'

/** Returns the worker's reason why nothing is marked or deleted. */
function readHeldReason({ missing_held: held }: Record<string, unknown>): string | undefined {
  const detail = typeof held === 'object' && held !== null && 'detail' in held ? held.detail : undefined
  return typeof detail === 'string' ? detail : undefined
}

/** Shows the file of a plan, and notes about items without a row, and rows that are not stored any more. */
export function PlanNotes({ summary }: { summary: PlanSummary }) {
  const texts = useTexts().sync
  const sentences = [
    summary.file !== '' && summary['undoes'] === undefined && texts.fromFile(summary.file),
    summary.missing.length > 0 && summary.is_whole !== false && texts.missing(summary.missing.length),
    readHeldReason(summary),
    summary.unchanged_dropped !== undefined && texts.unchangedDropped(summary.unchanged_dropped),
  ].filter((text) => typeof text === 'string')
  return sentences.map((text) => (
    <p key={text} className="panel-none wrap">
      {text}
    </p>
  ))
}
