import {
  createGear,
  deleteGear,
  getGear,
  listGear,
  restoreGear,
  suggestGearValues,
  updateGear,
} from '../../../contract/api/gear.ts'
import { bindRead, bindWrite, type Route } from '../../http/route.ts'
import { checkGearPatch, checkNewGear } from './check.ts'
import { createGearItem, newGearLookups } from './create.ts'
import { getGearItem } from './get.ts'
import { listGearItems } from './list.ts'
import { gearRemovalLookups, removeGearItem } from './remove.ts'
import { restoreGearItem } from './restore.ts'
import { suggestValues } from './suggestions.ts'
import { gearUpdateLookups, updateGearItem } from './update.ts'

export const gearRoutes: Route[] = [
  bindRead(listGear, listGearItems),
  bindRead(suggestGearValues, suggestValues),
  bindRead(getGear, getGearItem),
  bindWrite(createGear, checkNewGear, createGearItem, newGearLookups),
  bindWrite(updateGear, checkGearPatch, updateGearItem, gearUpdateLookups),
  bindWrite(deleteGear, () => undefined, removeGearItem, gearRemovalLookups),
  bindWrite(restoreGear, () => undefined, restoreGearItem),
]
