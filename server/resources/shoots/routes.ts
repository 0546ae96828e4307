import { createShoot, deleteShoot, getShoot, listShoots, updateShoot } from '../../../contract/api/shoots.ts'
import { toLookupKey, type LookupKey } from '../../../platform/sql/lookup.ts'
import { bindRead, bindWrite, type Route } from '../../http/route.ts'
import { checkNewShoot, checkShootPatch } from './check.ts'
import { createShootPlan } from './create.ts'
import { getShootPlan } from './get.ts'
import { listShootPlans } from './list.ts'
import { removeShootPlan } from './remove.ts'
import { shootById } from './store.ts'
import { updateShootPlan } from './update.ts'

const shootLookups = (id: string): LookupKey[] => [toLookupKey(shootById, id)]

export const shootRoutes: Route[] = [
  bindRead(listShoots, listShootPlans),
  bindRead(getShoot, getShootPlan),
  bindWrite(createShoot, checkNewShoot, createShootPlan),
  bindWrite(updateShoot, checkShootPatch, updateShootPlan, shootLookups),
  bindWrite(deleteShoot, () => undefined, removeShootPlan, shootLookups),
]
