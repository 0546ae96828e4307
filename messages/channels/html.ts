import { toOneLine } from './text.ts'

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeMarks = (text: string): string => text.replace(/[&<>"']/g, (mark) => ESCAPES[mark] ?? '')

/** Escapes a user's text as one line of inert HTML. */
export const escapeHtml = (text: string): string => escapeMarks(toOneLine(text))

/** Matches short words with a hyphen, such as asset tags and dates. Programs would break the line at it. */
const HYPHENATED = /(?<![^\s("„«])[^\s("„«]{1,12}-[^\s)"“»]{1,12}(?![^\s)"“».,:;])/g

/**
 * Escapes like `escapeHtml` and puts each asset tag and date into an element.
 * @param attribute prevents a line break in the element
 */
export function escapeInOnePiece(text: string, attribute: string): string {
  const line = toOneLine(text)
  let end = 0
  const parts = Array.from(line.matchAll(HYPHENATED), ({ 0: piece, index }) => {
    const before = escapeMarks(line.slice(end, index))
    end = index + piece.length
    return `${before}<span ${attribute}>${escapeMarks(piece)}</span>`
  })
  return parts.join('') + escapeMarks(line.slice(end))
}
