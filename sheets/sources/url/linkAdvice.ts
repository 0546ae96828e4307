const GOOGLE_SHEET = /^\/spreadsheets\/(?:u\/\d+\/)?d\/(?!e\/)([\w-]+)(?:\/(?:edit|view|preview|htmlview|copy)?\/?)?$/
const GOOGLE_PUBLISHED = /^\/spreadsheets\/d\/e\/[\w-]+\/(pubhtml|pub)$/
const GOOGLE_FORMATS = /[?&]output=(?:csv|tsv|xlsx)\b/
const NEXTCLOUD_SHARE = /\/s\/[A-Za-z0-9]+\/?$/

function adviseGoogle(url: URL): string | undefined {
  const published = GOOGLE_PUBLISHED.exec(url.pathname)
  if (published && (published[1] === 'pubhtml' || !GOOGLE_FORMATS.test(url.search)))
    return 'This is the link of a published web page. In Google Sheets, choose File → Share → Publish to web again, and there the sheet and CSV: that link ends in output=csv.'
  const id = GOOGLE_SHEET.exec(url.pathname)?.[1]
  if (id === undefined) return undefined
  const gid = /gid=(\d+)/.exec(url.hash + url.search)?.[1]
  const exported = `https://docs.google.com/spreadsheets/d/${id}/export?format=csv${gid === undefined ? '' : `&gid=${gid}`}`
  return (
    'This is the link for editing a Google Sheet. Choose File → Share → Publish to web there, the sheet and CSV, and use that link. ' +
    `If anyone with the link may view the sheet, ${exported} works too.`
  )
}

function adviseDropbox(url: URL): string | undefined {
  const opensPage = !/[?&](?:dl|raw)=1\b/.test(url.search)
  return opensPage && /^\/(?:s|scl)\//.test(url.pathname)
    ? 'This Dropbox link opens a page. Use the same link with dl=1 instead of dl=0.'
    : undefined
}

/** Advises which link to use instead of one that opens a page. @returns undefined for all other links */
export function adviseLink(url: URL): string | undefined {
  if (url.hostname === 'docs.google.com') return adviseGoogle(url)
  return /(?:^|\.)dropbox\.com$/.test(url.hostname) ? adviseDropbox(url) : undefined
}

/** Advises how to get the file from an address that has sent a page. */
export function advisePage(url: URL): string {
  if (NEXTCLOUD_SHARE.test(url.pathname)) return 'For a share link of Nextcloud, add /download to the address.'
  return 'Share the file by a link that anyone can open, or set bearer_env, or user_env and password_env.'
}
