// A header must contain neither C0, C1, line or paragraph separators, nor characters that change the text direction.
const LINE_BREAKS = /[\p{Cc}\u2028\u2029]+/gu
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Puts a text on one line, without characters that could break a header or change the text direction. */
export const toOneLine = (text: string): string =>
  text.toWellFormed().replace(LINE_BREAKS, ' ').replace(DIRECTION_MARKS, '').trim()

/** Names that services call everybody by. Discord reads the first two inside words and addresses, too. */
const CALLS = /@(?=everyone|here)/giu
/** An at sign that begins a name. The one of an e-mail address follows a letter, a digit or a sign. */
const NAMES = /(?<![\p{L}\p{N}._%+-])@(?=[\p{L}\p{N}_&!])/gu
/** Markup of Slack, Discord and Teams for people, groups and channels. */
const MARKUP = /<(?=[@#!&:]|\/?at\b)/giu

/**
 * Escapes what chat services read as a mention, such as `@everyone`, `@anna` and `<!channel>`, by a zero-width space.
 * The text looks the same, and e-mail addresses stay.
 */
export const escapeMentions = (text: string): string =>
  text.replace(CALLS, '@\u200b').replace(NAMES, '@\u200b').replace(MARKUP, '<\u200b')
