// A header can name one field in several languages: `Marque / Brand`, `S/N · Seriennummer`.

/** Marks between the names, the plainest first: `S/N` has one itself. */
const SEPARATORS: readonly RegExp[] = [/\s+[/|·•–—-]\s+|\s*[|·•\n]\s*/u, /\s*\/\s*/u]
const HAS_SEPARATOR = /[/|·•–—\n-]/
const MAX_PARTS = 4
/** A longer text is no header. A search for separators in it would take long. */
export const MAX_HEADER_CHARACTERS = 60

/** Lists the ways to split a header into names; none for a header with one name. */
export const splitHeader = (header: string): string[][] =>
  header.length > MAX_HEADER_CHARACTERS || !HAS_SEPARATOR.test(header)
    ? []
    : SEPARATORS.map((separator) => header.trim().split(separator).filter(Boolean)).filter(
        ({ length }) => length > 1 && length <= MAX_PARTS,
      )

/** The names of a header, and the header itself. */
export const namesOfHeader = (header: string): string[] => [header, ...splitHeader(header).flat()]
