// It stands beside no schema, since the console says sentences before it loads any.
/** Joins the texts of sentences. One that begins with a mark continues the one before it. */
export const joinTexts = (texts: readonly string[]): string =>
  texts.reduce((all, text) => (all === '' || /^[.,;:]/.test(text) ? all + text : `${all} ${text}`), '')
