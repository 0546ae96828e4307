import type { ColumnRules } from '../cells/columnRules.ts'
import { listWords } from '../cells/words.ts'
import type { SheetSettings } from '../settings/settings.ts'
import { findFieldKind } from '../vocabulary/fields.ts'
import { findHeaderUnit } from '../vocabulary/warrantyHeaders.ts'

/**
 * Creates rules to try if cells can be read as a field, before the column's own rules are known. They read whatever a
 * setting could make readable.
 * @param ownWords of the settings by field
 */
export function createTrialRules(
  field: string,
  { header = '', ownWords = {} }: { header?: string; ownWords?: SheetSettings['values'] } = {},
): ColumnRules {
  const lengthUnit = findHeaderUnit(header)
  const words = listWords(field, ownWords[field as keyof SheetSettings['values']])
  return {
    field,
    kind: findFieldKind(field) ?? 'text',
    currency: '',
    dateOrder: { order: 'DMY', by: 'column' },
    monthDay: 'first',
    ...(words && { words }),
    ...(lengthUnit && { lengthUnit }),
  }
}
