import type { Maintenance } from '../../contract/api/maintenance.ts'
import type { Gear } from '../../contract/api/gear.ts'
import type { Records } from '../records.ts'
import type { SheetSettings } from '../settings/settings.ts'
import type { Binding, MappedRow, ReadSection, TableSections } from '../types.ts'
import type { Readings } from '../columnReadings.ts'

/** Facts of a maintenance record. `type` is folded. */
export interface ServiceRecord extends Pick<Maintenance, 'id' | 'status' | 'updated_at'> {
  type: string
  date: string
}

/** Input of a plan. */
export interface PlanInput {
  /** Planning reads the rows several times. */
  table: TableSections & { rows: Iterable<MappedRow> }
  settings: SheetSettings
  /** True to create items again that were deleted in Kitroom. */
  recreates?: boolean
  /** Cells whose damaged values are taken as they stand. */
  takes?: 'all' | ReadonlySet<string>
  /** `listBindingNames` gives their names. */
  bindings: Records<Binding>
  /** Gear ids bound to other sources. */
  ownedByOthers: Pick<ReadonlySet<string>, 'has'>
  /** `listItemNames` gives their names. */
  items: Records<Gear>
  currency: string
  /** Maintenance records of an item; absent if the sheet has no columns about service. */
  services?: (gearId: string) => readonly ServiceRecord[]
  /** Day in the studio's time zone. */
  today?: string
  /** The read section of the last complete sync. */
  earlierRead?: ReadSection
  /** Readings of the columns in the last applied run. */
  remembered?: Readings
}
