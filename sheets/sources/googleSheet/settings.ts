import { z } from 'zod'

const NEEDS_SHEET =
  'must be the address of a Google Sheet, such as https://docs.google.com/spreadsheets/d/1AbC…/edit, or its id'
const ID = /^[\w-]{20,200}$/
/** A Workspace domain (`/a/example.com`) and the number of an account (`/u/0`) may precede the id. */
const ADDRESS_PATH = /^(?:\/a\/[\w.-]+)?\/spreadsheets\/(?:u\/\d+\/)?d\/(?!e\/)([\w-]{20,200})(?:\/|$)/
const OPEN_PATH = /^(?:\/a\/[\w.-]+)?(?:\/u\/\d+)?\/open$/

export interface GoogleSheetSettings {
  spreadsheetId: string
  /** Id (gid) of the sheet in the address; undefined for all visible sheets. */
  sheetId: number | undefined
}

/** Finds the id in the path of a sheet's page, or in `open?id=` of Drive. */
function findId({ hostname, pathname, searchParams }: URL): string | undefined {
  const id = searchParams.get('id') ?? ''
  const isOpen = (hostname === 'drive.google.com' || hostname === 'docs.google.com') && OPEN_PATH.test(pathname)
  if (isOpen) return ID.test(id) ? id : undefined
  return hostname === 'docs.google.com' ? ADDRESS_PATH.exec(pathname)?.[1] : undefined
}

function parseAddress(text: string): GoogleSheetSettings | undefined {
  if (ID.test(text)) return { spreadsheetId: text, sheetId: undefined }
  const url = URL.parse(text)
  const id = url?.protocol === 'https:' ? findId(url) : undefined
  if (!url || id === undefined) return undefined
  const gid = /[#&?]gid=(\d{1,10})/.exec(url.search + url.hash)?.[1]
  return { spreadsheetId: id, sheetId: gid === undefined ? undefined : Number(gid) }
}

const PUBLISHED = /^https:\/\/docs\.google\.com\/(?:a\/[\w.-]+\/)?spreadsheets\/d\/e\//
/** Google adds it to the address of an uploaded workbook. The Sheets API cannot read one. */
const isUploadedWorkbook = (address: string): boolean => URL.parse(address)?.searchParams.get('rtpof') === 'true'
const UPLOADED =
  'is the address of an uploaded Excel file (rtpof=true), which is no Google Sheet: open it, choose File → Save as Google Sheets, and give the address of the new sheet; or download it, and use file:'

function findFault(address: string): string | undefined {
  if (isUploadedWorkbook(address)) return UPLOADED
  if (parseAddress(address)) return undefined
  return PUBLISHED.test(address)
    ? 'is the address of a published page: use it as url: with output=csv at its end, or give the address at which the sheet is edited'
    : NEEDS_SHEET
}

/** `google_sheet:` accepts the address of a Google Sheet, as a browser or Drive's "Copy link" gives it, or the id in it. */
export const googleSheetSettings = z.string({ message: NEEDS_SHEET }).transform((text, context): string => {
  const address = text.trim()
  const message = findFault(address)
  if (message === undefined) return address
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})

/** @param text a checked setting */
export function readAddress(text: string): GoogleSheetSettings {
  const settings = parseAddress(text)
  if (!settings) throw new Error('an address of a Google Sheet was not refused with its settings')
  return settings
}
