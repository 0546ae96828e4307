import { createGear, deleteGear, getGear, listGear, updateGear } from './gear.ts'
import type { Operation } from './operation.ts'
import { getProfile } from './profile.ts'

/** Path prefix of the API plane; operation paths are relative to it. */
export const API_BASE = '/api/v1'

/** Every operation of the API plane, in the order of the documents. */
export const operations = [listGear, getGear, createGear, updateGear, deleteGear, getProfile] as const satisfies readonly Operation[]
