// Columns about service become maintenance records where the settings say so. Otherwise the plan says what they are.
import { say, type Said } from '../../contract/sentences/say.ts'
import type { SheetSettings } from '../settings/settings.ts'
import { findServiceFact, isServiceFact } from '../vocabulary/serviceHeaders.ts'
import type { LeftOut } from './assignColumns.ts'
import type { NamedColumn } from './columns.ts'
import type { HeaderMatch } from './matchHeader.ts'

/** Use of columns about service. `lacking`: the subscription does not include maintenance. */
export type ServiceUse = 'on' | 'off' | 'lacking'

export function chooseServiceUse({ maintenance = false }: SheetSettings, lacksMaintenance: boolean): ServiceUse {
  if (maintenance === false) return 'off'
  return lacksMaintenance ? 'lacking' : 'on'
}

/** Matches a header about service that no field has. */
export function matchService(header: string): HeaderMatch | undefined {
  const target = header === '' ? undefined : findServiceFact(header)
  return target && { target }
}

const explainUnused = (use: ServiceUse, fact: string): Said =>
  use === 'lacking' ? say('service_not_included', { fact }) : say('service_off', { fact })

/** Separates columns about service that are not used, with the reason by letter. */
export function separateServices(
  columns: readonly NamedColumn[],
  use: ServiceUse,
): { used: NamedColumn[]; unused: [letter: string, reason: LeftOut][] } {
  const used: NamedColumn[] = []
  const unused: [string, LeftOut][] = []
  for (const column of columns) {
    const { target, letter } = column
    if (use === 'on' || typeof target !== 'string' || !isServiceFact(target)) {
      used.push(column)
      continue
    }
    const { message: detail, sentences } = explainUnused(use, target)
    unused.push([letter, { field: target, detail, sentences }])
  }
  return { used, unused }
}
