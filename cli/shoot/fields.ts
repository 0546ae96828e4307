import { ShootUpdates } from '../../contract/shoots.ts'

const { status: _status, completion_progress: _progress, ...atFirst } = ShootUpdates.shape

/** What a person writes when a shoot is made: it begins in planning. */
export const newFields = atFirst
/** What a person changes. */
export const changedFields = ShootUpdates.shape
