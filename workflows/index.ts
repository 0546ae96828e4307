export { inventorySync } from './inventorySync.ts'
export { scheduledSync } from './scheduledSync.ts'
