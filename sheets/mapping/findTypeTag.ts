import type { CellState } from '../cells/cellState.ts'
import { lookUpWord } from '../cells/words.ts'
import type { RowRules } from './mapRow.ts'

/** For presets with tags in the type column: the tag that names a type. Without one, the cell is blank if there is a default type. */
export function findTypeTag(state: CellState, { preset, rules, defaults }: RowRules): CellState {
  if (preset?.tagSeparator === undefined) return state
  const words = rules.get('gear_type')?.words
  const types = new Map<string, string>()
  for (const tag of state.text.split(preset.tagSeparator)) {
    const type = lookUpWord(tag, words)
    if (type !== undefined) types.set(type, tag.trim())
  }
  const [tag] = types.values()
  if (tag === undefined) return defaults.gear_type === undefined ? state : { state: 'blank', text: '' }
  return types.size === 1 ? { state: 'value', text: tag } : state
}
