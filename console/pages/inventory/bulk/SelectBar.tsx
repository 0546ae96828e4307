import { Button } from '@mantine/core'
import { useTexts } from '../../../base/language.tsx'
import type { Selection } from './selection.ts'

interface SelectBarProps {
  selection: Selection
  /** Number of items that match the filters. */
  total: number
  onEdit: () => void
}

/** Shows the actions for the chosen items. */
export function SelectBar({ selection, total, onEdit }: SelectBarProps) {
  const texts = useTexts().bulk
  if (selection.count === 0) return null
  return (
    <section className="select-bar panel" aria-label={texts.bar}>
      <span className="select-count" aria-live="polite">
        {texts.selected(selection.count)}
      </span>
      {!selection.isAll && total > selection.count && (
        <Button variant="subtle" size="compact-md" onClick={selection.selectAll}>
          {texts.selectAll(total)}
        </Button>
      )}
      <Button variant="subtle" color="gray" size="compact-md" onClick={selection.clear}>
        {texts.clear}
      </Button>
      <Button onClick={onEdit}>{texts.edit(selection.count)}</Button>
    </section>
  )
}
