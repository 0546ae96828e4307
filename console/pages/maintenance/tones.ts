import type { MaintenanceStatus } from '../../../contract/api/maintenance.ts'
import type { Tone } from '../../parts/Tag.tsx'

export const maintenanceTones: Record<MaintenanceStatus, Tone> = {
  scheduled: 'warn',
  in_progress: 'busy',
  completed: 'good',
  cancelled: 'quiet',
}
