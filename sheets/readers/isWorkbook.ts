/** True for a zip signature. */
export const isWorkbook = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5)

/** True for a workbook's file name. A file of another kind with such a name is refused. */
export const isWorkbookName = (name: string): boolean => /\.xls[xm]$/i.test(name)
