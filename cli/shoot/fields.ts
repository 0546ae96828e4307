import { ShootUpdates } from '../../contract/shoots.ts'

const { status: _status, completion_progress: _progress, ...atFirst } = ShootUpdates.shape

export const newFields = atFirst
export const changedFields = ShootUpdates.shape
