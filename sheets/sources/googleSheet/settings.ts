import { z } from 'zod'

const NEEDS_SHEET =
  'must be the address of a Google Sheet, such as https://docs.google.com/spreadsheets/d/1AbC…/edit, or its id'
const ID = /^[\w-]{20,200}$/
const ADDRESS_PATH = /^\/spreadsheets\/(?:u\/\d+\/)?d\/(?!e\/)([\w-]{20,200})(?:\/|$)/

export interface GoogleSheetSettings {
  spreadsheetId: string
  /** Id (gid) of the sheet in the address; undefined for all visible sheets. */
  sheetId: number | undefined
}

function parseAddress(text: string): GoogleSheetSettings | undefined {
  if (ID.test(text)) return { spreadsheetId: text, sheetId: undefined }
  const url = URL.parse(text)
  const id =
    url?.protocol === 'https:' && url.hostname === 'docs.google.com' ? ADDRESS_PATH.exec(url.pathname)?.[1] : undefined
  if (!url || id === undefined) return undefined
  const gid = /[#&?]gid=(\d{1,10})/.exec(url.search + url.hash)?.[1]
  return { spreadsheetId: id, sheetId: gid === undefined ? undefined : Number(gid) }
}

const PUBLISHED = /^https:\/\/docs\.google\.com\/spreadsheets\/d\/e\//

/** `google_sheet:` accepts `https://docs.google.com/spreadsheets/d/…`, or the id in it. */
export const googleSheetSettings = z.string({ message: NEEDS_SHEET }).transform((text, context): string => {
  const address = text.trim()
  if (parseAddress(address)) return address
  const message = PUBLISHED.test(address)
    ? 'is the address of a published page: use it as url: with output=csv at its end, or give the address at which the sheet is edited'
    : NEEDS_SHEET
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})

/** @param text a checked setting */
export function readAddress(text: string): GoogleSheetSettings {
  const settings = parseAddress(text)
  if (!settings) throw new Error('an address of a Google Sheet was not refused with its settings')
  return settings
}
