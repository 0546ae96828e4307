type Way = (values: never, words: never) => string

/** Sentences, and each of them with `or_` before its code as a further way. */
export type WithOthers<Ways> = Ways & { readonly [Code in keyof Ways & string as `or_${Code}`]: Ways[Code] }

const capitalise = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** Makes sentences that tell a way out, and those that tell another one after it. @param or such as `Or` */
export function withOthers<Ways extends Record<string, Way>>(ways: Ways, or: string): WithOthers<Ways> {
  const sentences: Record<string, Way> = {}
  for (const [code, way] of Object.entries(ways)) {
    sentences[code] = (values, words) => capitalise(way(values, words))
    sentences[`or_${code}`] = (values, words) => `${or} ${way(values, words)}`
  }
  return sentences as WithOthers<Ways>
}
