import { Checkbox } from '@mantine/core'
import type { Gear } from '../../../../contract/api/gear.ts'
import { useTexts } from '../../../base/language.tsx'
import type { Selection } from './selection.ts'

/** Chooses the item of a row for a bulk edit. */
export function SelectCell({ item, selection }: { item: Gear; selection: Selection }) {
  const texts = useTexts().bulk
  return (
    <div role="cell" className="select-cell">
      <Checkbox
        aria-label={texts.select(`${item.brand} ${item.model}`)}
        checked={selection.isSelected(item)}
        onChange={() => selection.toggle(item)}
      />
    </div>
  )
}

/** Chooses every item that matches the filters, or none. */
export function SelectAllCell({ selection, total }: { selection: Selection; total: number }) {
  const texts = useTexts().bulk
  const isChecked = selection.isAll && selection.count === total
  return (
    <div role="columnheader" className="select-cell">
      <Checkbox
        aria-label={texts.selectAll(total)}
        checked={isChecked}
        indeterminate={!isChecked && selection.count > 0}
        onChange={() => (isChecked ? selection.clear() : selection.selectAll())}
      />
    </div>
  )
}
