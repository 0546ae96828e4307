import { ShootUpdates } from '../../contract/api/shoots.ts'

const { status: _status, completion_progress: _progress, ...fieldsOfNew } = ShootUpdates.shape

export const newShootFields = fieldsOfNew
export const changedShootFields = ShootUpdates.shape
