import type { ShootStatus } from '../../../contract/api/shoots.ts'
import type { Tone } from '../../parts/Tag.tsx'

export const shootTones: Record<ShootStatus, Tone> = {
  planning: 'warn',
  confirmed: 'good',
  completed: 'busy',
  cancelled: 'quiet',
}
