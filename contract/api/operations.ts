import { getAnalytics, getInventoryValues, getMonthlyFigures } from './analytics.ts'
import { listCategories } from './categories.ts'
import { listFields } from './customFields.ts'
import { getDocument, listDocuments } from './documents.ts'
import { createGear, deleteGear, getGear, listGear, restoreGear, suggestGearValues, updateGear } from './gear.ts'
import {
  createMaintenance,
  deleteMaintenance,
  getMaintenance,
  listMaintenance,
  updateMaintenance,
} from './maintenance.ts'
import type { ApiOperation } from '../operation.ts'
import { getProfile } from './profile.ts'
import { createShoot, deleteShoot, getShoot, listShoots, updateShoot } from './shoots.ts'
import { listDisabledWebhooks } from './webhooks.ts'

export const API_BASE = '/api/v1'

export const operations = [
  listGear,
  suggestGearValues,
  getGear,
  createGear,
  updateGear,
  deleteGear,
  restoreGear,
  listFields,
  listCategories,
  listShoots,
  getShoot,
  createShoot,
  updateShoot,
  deleteShoot,
  listMaintenance,
  getMaintenance,
  createMaintenance,
  updateMaintenance,
  deleteMaintenance,
  listDocuments,
  getDocument,
  getAnalytics,
  getInventoryValues,
  getMonthlyFigures,
  getProfile,
  listDisabledWebhooks,
] as const satisfies readonly ApiOperation[]
