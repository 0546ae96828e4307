import type { Run } from '../../../contract/control/control.ts'
import { useTexts } from '../../base/language.tsx'
import type { Tone } from '../../parts/Tag.tsx'
import { runTones } from './tones.ts'

const countWrites = ({ create = 0, update = 0, mark = 0, delete: deletes = 0 }: Run['counts']): number =>
  create + update + mark + deletes

/** Names the state of a run. One that wrote nothing because items were deleted here is not just done. */
export function useRunState(): (run: Run) => { text: string; tone: Tone } {
  const texts = useTexts().sync
  return ({ status, counts }) => {
    const deleted = counts['deleted_in_api'] ?? 0
    return status === 'completed' && deleted > 0 && countWrites(counts) === 0
      ? { text: texts.onlyDeletedHere(deleted), tone: 'warn' }
      : { text: texts.statuses[status], tone: runTones[status] }
  }
}
