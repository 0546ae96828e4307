const RANGES = 'such as A3:K500, A3:K for all rows from the third on, or A:K'

/** English sentences about where the sheet of a source is. */
const locationSettings = {
  setting_too_many_sources: ({ max }: { max: number }) => `must have at most ${max} sources`,
  setting_file: () => 'must be the path of an XLSX, CSV or TSV file',
  setting_two_locations: ({ other }: { other: string }) =>
    `this source has ${other}: too; a source has one sheet, so keep one of them`,
  setting_write_back_of: ({ kind }: { kind: string }) =>
    `is for google_sheet:; Kitroom does not write into the sheet of ${kind}:`,
  setting_range_of: ({ kind }: { kind: string }) => `is for google_sheet:; Kitroom reads the whole sheet of ${kind}:`,
  setting_on_of: ({ kind }: { kind: string }) => `is for file:; any worker fetches the sheet of ${kind}:`,
  setting_schedule_of: ({ kind }: { kind: string }) =>
    `is for a sheet that a worker can fetch; a source with ${kind}: is synced when somebody sends a sheet`,
  setting_dropped: () => 'must be true: the sheets of this source are dropped on a page or sent with a command',
  setting_rows_of_two_sources: ({ source }: { source: string }) =>
    `"${source}" writes beside rows of this range too, and a row has room for the messages of one source. Keep write_back in one of them, give them ranges without a common row, or name two sheets under sheet:`,
  setting_web_address: () => 'must be an address that begins with https://, such as https://example.com/gear.csv',
  setting_password_in_address: () =>
    'must not hold a user name or a password: put them into environment variables, and name these under user_env and password_env',
  setting_variable: () =>
    'must be the name of an environment variable in capitals, such as SHEET_TOKEN. The secret itself does not belong in kitroom.yaml',
  setting_variable_of_kitroom: () => 'is a variable of Kitroom itself; give the secret a name of its own',
  setting_needs_other: ({ other }: { other: string }) => `needs ${other} too`,
  setting_not_beside: ({ other }: { other: string }) => `cannot be used together with ${other}; keep one of them`,
  setting_google_sheet: () =>
    'must be the address of a Google Sheet, such as https://docs.google.com/spreadsheets/d/1AbC…/edit, or its id',
  setting_uploaded_workbook: () =>
    'is the address of an uploaded Excel file (rtpof=true), which is no Google Sheet: open it, choose File → Save as Google Sheets, and give the address of the new sheet; or download it, and use file:',
  setting_published_page: () =>
    'is the address of a published page: use it as url: with output=csv at its end, or give the address at which the sheet is edited',
  setting_range: () => `must be a range of cells ${RANGES}`,
  setting_range_names_sheet: () =>
    `must not name a sheet: its name belongs under sheet:, and here only the cells, ${RANGES}`,
  setting_range_reversed: () => `ends before it begins: give the upper left corner first, ${RANGES}`,
}

/** English sentences about how a sheet is read and synced. */
const readingSettings = {
  setting_no_field: () => 'must name a field, such as { status: retired }',
  setting_brand_choose: () => 'is CHOOSE; write the brand of the new items, such as Canon',
  setting_currency: () => 'must be a code such as EUR',
  setting_encoding: ({ encodings }: { encodings: string }) => `is no encoding; use one of ${encodings}`,
  setting_month_dates: () =>
    'must be first or last, or one of them by field, such as { purchase_date: first, warranty_expires_on: last }',
  setting_damaged_values: () => 'must be hold or take, or one of them by field, such as { firmware_version: take }',
  setting_two_digit_years: () => 'must be a hundred years such as 1970-2069',
  setting_hundred_years: () => 'must be exactly a hundred years, such as 1970-2069',
  setting_date_zone: () => 'must be studio or a time zone such as Europe/Berlin',
  setting_header_twice: ({ header, other }: { header: string; other: string }) =>
    `"${header}" stands under ${other}: too; name it once`,
  setting_same_item_twice: ({ first, second, item }: { first: string; second: string; item: string }) =>
    `"${first}" and "${second}" cannot both be the item "${item}"`,
  setting_mark_needed: () => 'mark needs to know what to set, such as mark: { status: retired }',
  setting_too_many_characters: ({ max }: { max: number }) => `must have at most ${max} characters`,
  setting_schedule_fields: () => 'must have exactly five fields: minute, hour, day of month, month, day of week',
  setting_schedule_field: ({ field }: { field: string }) =>
    `${field} cannot be used; allowed are digits, names and * , - /`,
  setting_schedule_never: () => 'names a time that never comes, or cannot be read; check day and month',
}

export const sourceSettingSentences = { ...locationSettings, ...readingSettings }
