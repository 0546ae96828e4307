import { googleSheetSentences } from './googleSheets.ts'
import { addressSentences } from './addresses.ts'
import { adviceSentences } from './ways.ts'

/** Lists rows, one a line: the number of each and its cells. */
const listRows = (rows: string): string => `row ${rows.replaceAll('\n', '; row ')}`

const or = (fields: string): string => fields.replaceAll(', ', ' or ')

/**
 * English sentences about files and sheets that cannot be read as a whole. Each is followed by those that say what to
 * do.
 */
const sheetSentences = {
  // Bytes and file names
  file_is_empty: () => 'The file is empty.',
  file_name_unknown: ({ file }: { file: string }) =>
    `Kitroom does not know how to read "${file}". Give a file that ends in .xlsx, .csv or .tsv.`,
  file_is_no_workbook: ({ file }: { file: string }) =>
    `"${file}" is no workbook, whatever its name says. If it is text, give it a name that ends in .csv; else save the sheet anew as .xlsx.`,
  file_is_workbook: ({ file }: { file: string }) =>
    `"${file}" is a workbook with the name of a text file. Give it a name that ends in .xlsx, or save the sheet as "CSV UTF-8".`,
  file_has_no_sheet: () => 'The file has no such sheet.',
  file_is_folder: ({ file }: { file: string }) => `${file} is a folder; the source needs a file.`,
  file_is_no_regular: ({ file }: { file: string }) =>
    `${file} is no regular file but a device, a pipe or a socket. Give the path of a file.`,
  file_too_large: ({ file }: { file: string }) =>
    `${file} has more than 64 MiB. Split it, or leave out what is no inventory.`,
  sheet_not_dropped: () => 'This source has no sheet of its own. Drop a sheet on its page, or send one: --file <path>.',
  file_missing: ({ file }: { file: string }) => `${file} is not there. The path is relative to kitroom.yaml.`,
  file_forbidden: ({ file }: { file: string }) => `${file} may not be read by the worker; change its permissions.`,
  file_held: ({ file }: { file: string }) => `${file} is held by another program. Close it there, then sync again.`,
  file_being_written: ({ file }: { file: string }) =>
    `${file} is being written to. Wait until it is saved, then sync again.`,
  file_is_packed: () => 'This is a packed file. Save the sheet as .xlsx or "CSV UTF-8" in the program it comes from.',
  file_is_pdf: () => 'This is a PDF. Save the sheet as .xlsx or "CSV UTF-8" in the program it comes from.',
  file_is_picture: () => 'This is a picture. Save the sheet as .xlsx or "CSV UTF-8" in the program it comes from.',
  workbook_has_password: () => 'The workbook has a password. Save it without one, as .xlsx.',
  workbook_is_old: () =>
    'This is an old Excel workbook (.xls), whatever its name says. Open it and save it as "Excel Workbook (.xlsx)".',
  file_is_page: () =>
    'This is a web page, as some programs export it under the name of a sheet. Open it in a spreadsheet program and save it as .xlsx.',
  file_is_xml_2003: () => 'This is an XML spreadsheet of Excel 2003. Open it and save it as "Excel Workbook (.xlsx)".',
  file_is_gsheet: () =>
    'A .gsheet file of Google Drive holds a link and no cells. Use google_sheet: with the address of the sheet, or download it as .xlsx and use file:.',
  // Workbooks
  workbook_too_large: () =>
    'The workbook holds far more than a sheet of gear needs. Copy the sheet into a new workbook, without pictures and empty rows, and sync that one.',
  workbook_cut_off: () =>
    'The workbook is cut off or damaged. Copy or download it again, or open it in a spreadsheet program and save it anew as .xlsx.',
  workbook_is_binary: () => 'This is a binary Excel workbook (.xlsb). Save it as "Excel Workbook (.xlsx)".',
  file_is_ods: () => 'This is an OpenDocument file (.ods). Save it as "Excel 2007-365 (.xlsx)".',
  file_is_numbers: () => 'This is a Numbers document. Export it as Excel (.xlsx) or CSV.',
  file_is_word: () => 'This is a Word document. Copy its table into a spreadsheet and save that as .xlsx.',
  archive_has_password: () => 'The archive has a password. Save the workbook as .xlsx without one.',
  archive_without_workbook: () =>
    'This is a zip archive, but no workbook in it. Unpack it, or save the sheet as .xlsx.',
  workbook_names_documents: () =>
    'The workbook names outside documents (DOCTYPE), which no spreadsheet program writes. Open it in one and save it anew as .xlsx.',
  workbook_far_away_cells: () =>
    'The workbook has cells in far-away rows or columns. Delete the empty rows below and the empty columns beside the list, then save it.',
  workbook_damaged: () =>
    'The workbook is damaged or was not written by a spreadsheet program. Open it in one and save it anew as .xlsx.',
  workbook_rows: ({ last, limit }: { last: number; limit: number }) =>
    `A sheet of the workbook goes on to row ${last.toLocaleString('en')}, and Kitroom reads ${limit.toLocaleString('en')}. Delete the empty rows below the list, or move other tables into a workbook of their own.`,
  merged_ranges_overlap: () =>
    'The sheet has merged ranges that overlap each other, which no spreadsheet program writes. Open it in one and save it anew.',
  // Text files
  delimiter_ambiguous: ({ first, second }: { first: string; second: string }) =>
    `The values could be separated by ${nameDelimiter(first)} or by ${nameDelimiter(second)}.`,
  row_never_ends: ({ line }: { line: number }) =>
    `The row that begins in line ${line} holds more than a million characters. Most often a quotation mark is not closed.`,
  quotation_mark_open: ({ line }: { line: number }) =>
    `The row that begins in line ${line} has a quotation mark that does not match, so where the row ends cannot be told. Close it, or double each quotation mark inside a quoted text.`,
  quotation_marks_open: () =>
    'The quotation marks of the file leave open where its values end. Save it anew as "CSV UTF-8".',
  // Reading in a process of its own
  reading_too_slow: () =>
    'Reading the file took too long and was stopped. Split the sheet, or remove columns and rows that are no gear.',
  reading_needs_memory: () => 'Reading the file needs more memory than a sheet may use. Split it into smaller files.',
  reading_failed: () =>
    'The file could not be read to its end. Open it in a spreadsheet program, save it anew and try again.',
  // Sheets and headers
  sheet_is_empty: () => 'The sheet is empty. Put a header and a row for each item into it.',
  no_visible_sheet: () => 'The workbook has no visible sheet with cells.',
  sheet_comes_nearest: ({ sheet }: { sheet: string }) =>
    `No sheet has the columns of a gear list; "${sheet}" comes nearest.`,
  hidden_sheets: ({ sheets }: { sheets: string }) => `Hidden sheets are read only when sheet: names them: ${sheets}.`,
  several_gear_sheets: ({ sheets }: { sheets: string }) =>
    `More than one sheet looks like a gear list: ${sheets}. Set sheet: to the name of the one to read.`,
  sheet_not_found: ({ sheet, sheets }: { sheet: string; sheets: string }) =>
    `The workbook has no sheet "${sheet}". It has ${sheets}; set sheet: to one of them.`,
  no_header_row: ({ count, rows }: { count: number; rows: string }) =>
    `No row of the first ${count} looks like a header. The first rows hold: ${listRows(rows)}. Put a row above the items with names such as Asset Tag, Type, Brand, Model.`,
  no_known_header: ({ rows }: { rows: string }) =>
    `No row has headers that Kitroom knows. The first rows hold: ${listRows(rows)}.`,
  unknown_header: ({ row, rows }: { row: number; rows: string }) =>
    `Row ${row} looks like a header, but Kitroom knows too few of its names. The first rows hold: ${listRows(rows)}. Say under columns: what they mean, or call them Asset Tag, Type, Brand, Model.`,
  header_lacks: ({ row, fields }: { row: number; fields: string }) =>
    `The header in row ${row} has no column for ${fields}.`,
  headers_found: ({ headers }: { headers: string }) =>
    `Found: ${headers}. If one of these holds it, name it under columns:.`,
  no_items: ({ row }: { row: number }) => `There is no item below the header in row ${row}. Add a row for each item.`,
  too_many_tables: ({ limit }: { limit: number }) =>
    `The sheet has more than ${limit} tables. Put the list of gear on a sheet of its own.`,
  two_columns_of_field: ({ first, second, field }: { first: string; second: string; field: string }) =>
    `Columns ${first} and ${second} both name ${field}. Rename one, or leave one out.`,
  lists_side_by_side: () => 'If two lists stand side by side, put an empty column between them.',
  column_should_be: ({ column, field }: { column: string; field: string }) =>
    `Column ${column} should be ${field}, but`,
  say_which_column: ({ field }: { field: string }) =>
    `. Say under columns: which column is ${field}, or name this one there if it is.`,
  column_can_be_two: ({ column, fields }: { column: string; fields: string }) =>
    `Column ${column} can be ${or(fields)}, and its cells do not tell. Say under columns: which of the two it is, or leave it out.`,
  tags_or_names: ({ column, text }: { column: string; text: string }) =>
    `Column ${column} can hold asset tags or names, such as "${text}". Say under columns: that they are tags, or leave the column out: then the serial numbers tell the items apart.`,
  no_key_column: () =>
    'The sheet has no column that tells its items apart. Brand and model alone are never used to recognise an item.',
  no_key_column_or_serials: () =>
    'The sheet has no column that tells its items apart, and its serial numbers are missing or occur more than once. Brand and model alone are never used to recognise an item.',
  full_stop: () => '.',
  too_many_items: ({ count, limit }: { count: number; limit: number }) =>
    `The quantities make ${count.toLocaleString('en')} items, and a sheet may have ${limit.toLocaleString('en')}. Split it into several sources, or set quantity: one.`,
  // Tagging a file
  gear_side_by_side: () => 'The sheet has lists of gear side by side. Put them one below the other first.',
  list_without_column: ({ row, header }: { row: number; header: string }) =>
    `The list with its header in row ${row} has no column ${header}, and another one has. Add it first.`,
  // Sentences of others, which stay as they are
  secret_unreadable: ({ text }: { text: string }) => text,
  contract_refused: ({ text }: { text: string }) => text,
}

const nameDelimiter = (delimiter: string): string => (delimiter === '\t' ? 'tab' : `"${delimiter}"`)

export const fileSentences = { ...sheetSentences, ...adviceSentences, ...addressSentences, ...googleSheetSentences }
