/** Joins the names of a list, such as `A, B, C`. */
const and = (names: string): string => names.replace(/, ([^,]*)$/, ' and $1')
const rowsOf = (count: number): string => (count === 1 ? '1 row' : `${count} rows`)

/** English sentences about Google Sheets, and about writing results into them. `columns` are Kitroom's own. */
export const googleSheetSentences = {
  spreadsheet_too_large: () =>
    'The spreadsheet has more than 64 MiB of cells. Split it, or set sheet: or range: to what to read.',
  spreadsheet_in_trash: () =>
    'The spreadsheet is in the trash of Google Drive. Restore it, or give the address of another one.',
  drive_file_is_no_sheet: () =>
    'This file in Google Drive is no Google Sheet. Open it in Google Sheets, and choose File → Save as Google Sheets.',
  tab_of_address_gone: ({ gid }: { gid: number }) =>
    `The spreadsheet has no sheet with gid=${gid} any more. Open the sheet to read, and copy its address again, or set sheet: to its name.`,
  tab_too_long: ({ sheet, limit }: { sheet: string; limit: number }) =>
    `"${sheet}" has more than ${limit.toLocaleString('en')} rows. Split the sheet.`,
  range_outside_all: ({ range }: { range: string }) =>
    `The range ${range} is outside every visible sheet. Correct range: in kitroom.yaml.`,
  range_outside: ({ range, sheet, rows, columns }: { range: string; sheet: string; rows: number; columns: number }) =>
    `The range ${range} is outside "${sheet}", which has ${rows} rows and ${columns} columns. Correct range: in kitroom.yaml.`,
  sheet_changes: () =>
    'Somebody changes the sheet while Kitroom reads it. Sync again when its rows stay where they are.',
  google_sheet_not_sent: ({ seconds }: { seconds: number }) =>
    `Google did not send the whole sheet within ${seconds} s.`,
  google_sheet_not_taken: ({ seconds }: { seconds: number }) => `Google did not take all messages within ${seconds} s.`,
  google_quota_later: () => 'A sync that has a schedule is tried again every hour. Start any other again in an hour.',
  google_quota_next_sync: () => 'The next sync writes into the sheet.',
  // Writing results into the sheet
  tab_gone: ({ sheet }: { sheet: string }) =>
    `The spreadsheet has no sheet "${sheet}" any more. The next sync reads it again.`,
  no_room_for_columns: ({ sheet, columns, count }: { sheet: string; columns: string; count: number }) =>
    `"${sheet}" has no room for the columns ${columns} at its right end. Insert ${count} columns there; the next sync fills them.`,
  range_gone: ({ sheet, range }: { sheet: string; range: string }) =>
    `"${sheet}" has no cells in the range ${range} any more. The next sync reads it again.`,
  header_gone: ({ row }: { row: number }) =>
    `The header of the list, which was in row ${row}, is not there any more. The next sync reads the sheet again.`,
  header_repeated: ({ header, count }: { header: string; count: number }) =>
    `The header "${header}" stands ${count} times in the sheet, so rows cannot be told apart. Keep one of them.`,
  own_columns_twice: ({ columns, cells }: { columns: string; cells: string }) =>
    `The columns ${and(columns)} stand twice, from ${cells.replace(', ', ' and ')}. Delete four of them; the next sync fills the others.`,
  own_columns_apart: ({ columns, cell }: { columns: string; cell: string }) =>
    `The columns ${and(columns)} no longer stand side by side in this order, from ${cell}. Delete what is left of them; the next sync creates them again.`,
  formula_unbounded: ({ cell, columns }: { cell: string; columns: string }) =>
    `The formula in ${cell} fills cells to its right, and Google does not say how many. A text in one of them would break it, so Kitroom adds no columns. Enter the headers ${columns} in four columns that the formula does not reach, in the row of the other headers; the next sync fills them.`,
  formula_reaches_columns: ({ cell, columns, row }: { cell: string; columns: string; row: number }) =>
    `The formula in ${cell} may fill the columns ${columns}, and a text there would break it. Nothing is written. Move the four columns to the right of all cells that it fills, and enter any text below Kitroom ID in row ${row}; the next sync replaces it.`,
  columns_protected: ({ columns }: { columns: string }) =>
    `The cells for the columns ${columns} are protected. Allow the service account to edit them, under Data → Protect.`,
  rows_gone: ({ count }: { count: number }) => `${rowsOf(count)} of the plan cannot be found in the sheet any more.`,
  keys_in_several_rows: ({ count }: { count: number }) =>
    `${count} of the keys ${count === 1 ? 'stands' : 'stand'} in several rows. Nothing is written beside them.`,
  rows_protected: ({ count }: { count: number }) =>
    `${rowsOf(count)} ${count === 1 ? 'has' : 'have'} protected cells, which stay as they are.`,
  rows_moved: () =>
    'Somebody moved rows while Kitroom wrote, so some messages may stand in wrong rows. The next sync repairs them.',
}
