export { daily } from './daily.ts'
export { inventorySync } from './inventorySync.ts'
export { scheduledSync } from './scheduledSync.ts'
