import type { CalendarKindName } from '../../contract/control/calendars.ts'
import type { CalendarKind } from './kind.ts'
import { maintenance } from './maintenance.ts'
import { shoots } from './shoots.ts'
import { warranty } from './warranty.ts'

export const kinds: Readonly<Record<CalendarKindName, CalendarKind>> = { shoots, maintenance, warranty }
