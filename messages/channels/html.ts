import { toOneLine } from './text.ts'

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeMarks = (text: string): string => text.replace(/[&<>"']/g, (mark) => ESCAPES[mark] ?? '')

/** A text of users as one line of inert HTML. */
export const escapeHtml = (text: string): string => escapeMarks(toOneLine(text))

/** Short words with a hyphen in the middle, such as asset tags and dates. Programs would begin a new line at it. */
const HYPHENATED = /(?<![^\s("„«])[^\s("„«]{1,12}-[^\s)"“»]{1,12}(?![^\s)"“».,:;])/g

/** The same as `escapeHtml`, with asset tags and dates in an element each. @param attribute by which the element is not broken */
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
