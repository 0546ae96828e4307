import { createGear, deleteGear, getGear, listGear, restoreGear, updateGear } from '../../../contract/gear.ts'
import { bindRead, bindWrite, type Route } from '../../http/route.ts'
import { checkGearPatch, checkNewGear } from './check.ts'
import { createGearItem } from './create.ts'
import { getGearItem } from './get.ts'
import { listGearItems } from './list.ts'
import { removeGearItem } from './remove.ts'
import { restoreGearItem } from './restore.ts'
import { updateGearItem } from './update.ts'

export const gearRoutes: Route[] = [
  bindRead(listGear, listGearItems),
  bindRead(getGear, getGearItem),
  bindWrite(createGear, checkNewGear, createGearItem),
  bindWrite(updateGear, checkGearPatch, updateGearItem),
  bindWrite(deleteGear, () => undefined, removeGearItem),
  bindWrite(restoreGear, () => undefined, restoreGearItem),
]
