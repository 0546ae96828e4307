import { say } from '../../contract/sentences/say.ts'
import type { SheetSettings } from '../settings/settings.ts'
import { SheetRefused } from '../types.ts'
import { isKnownCategory } from '../vocabulary/customCategories.ts'

/** @throws SheetRefused if `defaults:` gives new items a category that the account does not have */
export function checkDefaultCategory({ defaults }: Pick<SheetSettings, 'defaults'>): void {
  const [type, name] = defaults?.gear_type?.split('/') ?? []
  if (type === 'accessory' && name !== undefined && !isKnownCategory(name))
    throw new SheetRefused('unreadable_file', say('category_undefined', { name }))
}
