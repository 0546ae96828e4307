export { inventorySync } from './inventorySync.ts'
