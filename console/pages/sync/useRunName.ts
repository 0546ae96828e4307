import type { Run } from '../../../contract/control.ts'
import { useTexts } from '../../app/language.tsx'
import { fieldLabel, useFieldText } from '../inventory/useFieldText.ts'

/** Names a run: its source, or what a bulk edit changes. */
export function useRunName(): (run: Run) => string {
  const texts = useTexts()
  const toText = useFieldText()
  return ({ source, edit, undoes }) => {
    if (!edit) return source
    const changes = Object.entries(edit.updates).map(([name, value]) => `${fieldLabel(texts, name)} → ${toText(name, value)}`)
    const title = undoes === undefined ? texts.bulk.runTitle(edit.items) : texts.bulk.undoTitle(edit.items)
    return `${title}: ${changes.join(', ')}`
  }
}
