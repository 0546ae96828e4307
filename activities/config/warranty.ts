import { z } from 'zod'
import { section } from './section.ts'

/** `warranty`: when people are told that cover of an item ends. */
export const Warranty = section(z.strictObject({}))
export type Warranty = z.output<typeof Warranty>
