import { sayAll, type Said } from '../../contract/sentences/say.ts'
import { SheetRefused } from '../types.ts'

/** Creates the refusal of a sheet that cannot be read until a person acts. @param said what happened, and what to do */
export const refuse = (...said: readonly Said[]): SheetRefused => new SheetRefused('unreadable_file', sayAll(...said))
