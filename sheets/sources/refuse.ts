import { SheetRefused } from '../types.ts'

/** The sheet cannot be had until a person acts. @param detail says what to do */
export const refuse = (detail: string): SheetRefused => new SheetRefused('unreadable_file', detail)
