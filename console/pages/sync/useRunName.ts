import type { Run } from '../../../contract/control/control.ts'
import { useTexts } from '../../base/language.tsx'
import { useFieldLabel, useFieldText } from '../inventory/useFieldText.ts'

const MAX_VALUE_CHARACTERS = 60

function shorten(text: string): string {
  const characters = Array.from(text.replaceAll(/\s+/g, ' '))
  return characters.length <= MAX_VALUE_CHARACTERS
    ? characters.join('')
    : `${characters.slice(0, MAX_VALUE_CHARACTERS).join('')}…`
}

/** Names a run: its source, or the fields of a bulk edit. */
export function useRunName(): (run: Run) => string {
  const texts = useTexts()
  const labelOf = useFieldLabel()
  const toText = useFieldText()
  return ({ source, edit, undoes }) => {
    if (!edit) return source
    const changes = Object.entries(edit.updates).map(
      ([name, value]) => `${labelOf(name)} → ${shorten(toText(name, value))}`,
    )
    const title = undoes === undefined ? texts.bulk.runTitle(edit.items) : texts.bulk.undoTitle(edit.items)
    return `${title}: ${changes.join(', ')}`
  }
}
