const LINE_ENDS = /\r\n|[\r\u0085\u2028\u2029]/g
// All that RFC 5545 section 3.1 calls CONTROL, and the C1 controls, at which some readers end a line.
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g

/** A text as a calendar can carry it: line ends are LF, other controls but the tab are gone, what is not Unicode is U+FFFD. */
export const cleanText = (text: string): string => text.toWellFormed().replace(LINE_ENDS, '\n').replace(CONTROLS, '')

/** A value of the type TEXT (RFC 5545 section 3.3.11): backslash, semicolon, comma and line end are escaped. */
export const escapeText = (text: string): string =>
  cleanText(text)
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
