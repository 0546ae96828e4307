// The console's bundle has this file, so it imports nothing.

/** Codes of warnings about values that a spreadsheet program may have changed. */
export const DAMAGED_CODES: readonly string[] = ['damaged_value', 'damaged_key']
