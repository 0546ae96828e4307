import { z } from 'zod'
import { say, type Said } from '../../../contract/sentences/say.ts'
import { createSettingIssue, toSettingMessage } from '../../../contract/sentences/schemaSentences.ts'

const SHEET_REQUIRED = say('setting_google_sheet')
const NEEDS_SHEET = toSettingMessage(SHEET_REQUIRED)
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

function findFault(address: string): Said | undefined {
  if (isUploadedWorkbook(address)) return say('setting_uploaded_workbook')
  if (parseAddress(address)) return undefined
  return PUBLISHED.test(address) ? say('setting_published_page') : SHEET_REQUIRED
}

/**
 * `google_sheet:` accepts the address of a Google Sheet, as a browser or Drive's "Copy link" gives it, or the id in it.
 */
export const googleSheetSettings = z.string({ message: NEEDS_SHEET }).transform((text, context): string => {
  const address = text.trim()
  const fault = findFault(address)
  if (!fault) return address
  context.addIssue(createSettingIssue(fault))
  return z.NEVER
})

/** @param text a checked setting */
export function readAddress(text: string): GoogleSheetSettings {
  const settings = parseAddress(text)
  if (!settings) throw new Error('an address of a Google Sheet was not refused with its settings')
  return settings
}
