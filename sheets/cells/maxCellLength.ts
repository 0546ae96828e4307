/** Longest text that spreadsheet programs accept in a workbook cell, in UTF-16 units. */
export const MAX_CELL_LENGTH = 32_767
