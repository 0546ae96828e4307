import { googleSheetSettings } from './googleSheet/settings.ts'

/** True for pages of Google, which have their own sentences about addresses that cannot be read. */
const isOfGoogle = (address: string): boolean => {
  const url = URL.parse(address)
  if (url?.hostname === 'drive.google.com') return true
  return url?.hostname === 'docs.google.com' && !(url.searchParams.has('output') || url.pathname.endsWith('/export'))
}

/** Finds the kind of source that an address is for. @returns the location, as in an entry of `sources` */
export const placeAddress = (address: string): { google_sheet: string } | { url: string } =>
  googleSheetSettings.safeParse(address).success || isOfGoogle(address) ? { google_sheet: address } : { url: address }
