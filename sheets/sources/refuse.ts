import { SheetRefused } from '../types.ts'

/** Creates the refusal of a sheet that cannot be read until a person acts. @param detail says what to do */
export const refuse = (detail: string): SheetRefused => new SheetRefused('unreadable_file', detail)
