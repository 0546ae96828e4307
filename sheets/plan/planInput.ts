import type { Gear } from '../../contract/api/gear.ts'
import type { Records } from '../records.ts'
import type { SheetSettings } from '../settings/settings.ts'
import type { Binding, MappedRow, ReadSection, TableSections } from '../types.ts'

/** What a plan is made of. */
export interface PlanInput {
  /** The rows are read several times. */
  table: TableSections & { rows: Iterable<MappedRow> }
  settings: SheetSettings
  /** Named by `listBindingNames`. */
  bindings: Records<Binding>
  /** Gear ids bound to other sources. */
  ownedByOthers: Pick<ReadonlySet<string>, 'has'>
  /** Named by `listItemNames`. */
  items: Records<Gear>
  currency: string
  /** How the sheet was read at the last complete sync. */
  earlierRead?: ReadSection
}
