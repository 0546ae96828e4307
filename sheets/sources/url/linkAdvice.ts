import { say, type Said } from '../../../contract/sentences/say.ts'

const GOOGLE_SHEET = /^\/spreadsheets\/(?:u\/\d+\/)?d\/(?!e\/)([\w-]+)(?:\/(?:edit|view|preview|htmlview|copy)?\/?)?$/
const GOOGLE_PUBLISHED = /^\/spreadsheets\/d\/e\/[\w-]+\/(pubhtml|pub)$/
const GOOGLE_FORMATS = /[?&]output=(?:csv|tsv|xlsx)\b/
const NEXTCLOUD_SHARE = /\/s\/[A-Za-z0-9]+\/?$/

function adviseGoogle(url: URL): Said | undefined {
  const published = GOOGLE_PUBLISHED.exec(url.pathname)
  if (published && (published[1] === 'pubhtml' || !GOOGLE_FORMATS.test(url.search))) return say('link_published')
  const id = GOOGLE_SHEET.exec(url.pathname)?.[1]
  if (id === undefined) return undefined
  const gid = /gid=(\d+)/.exec(url.hash + url.search)?.[1]
  const exported = `https://docs.google.com/spreadsheets/d/${id}/export?format=csv${gid === undefined ? '' : `&gid=${gid}`}`
  return say('link_for_editing', { link: exported })
}

function adviseDropbox(url: URL): Said | undefined {
  const opensPage = !/[?&](?:dl|raw)=1\b/.test(url.search)
  return opensPage && /^\/(?:s|scl)\//.test(url.pathname) ? say('link_of_dropbox') : undefined
}

/** Advises which link to use instead of one that opens a page. @returns undefined for all other links */
export function adviseLink(url: URL): Said | undefined {
  if (url.hostname === 'docs.google.com') return adviseGoogle(url)
  return /(?:^|\.)dropbox\.com$/.test(url.hostname) ? adviseDropbox(url) : undefined
}

/** Advises how to get the file from an address that has sent a page. */
export function advisePage(url: URL): Said {
  if (NEXTCLOUD_SHARE.test(url.pathname)) return say('link_of_nextcloud')
  return say('share_or_sign_in')
}
