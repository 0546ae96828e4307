const LINE_ENDS = /\r\n|[\r\u0085\u2028\u2029]/g
// Matches CONTROL of RFC 5545 section 3.1, and the C1 controls, at which some clients break lines.
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g

/** Normalizes line ends to LF, removes control characters except tab, and replaces lone surrogates by U+FFFD. */
export const removeControlCharacters = (text: string): string =>
  text.toWellFormed().replace(LINE_ENDS, '\n').replace(CONTROLS, '')

/** Escapes a TEXT value (RFC 5545 section 3.3.11). */
export const escapeCalendarText = (text: string): string =>
  removeControlCharacters(text)
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
