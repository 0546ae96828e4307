import { z } from 'zod'
import { section } from './section.ts'

/** `maintenance`: what is serviced when, and when people are reminded of it. */
export const Maintenance = section(z.strictObject({}))
export type Maintenance = z.output<typeof Maintenance>
