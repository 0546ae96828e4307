/** Puts a or an before a noun: `an accessory`, `a lens`; with a capital at the start of a sentence. */
export function withArticle(noun: string, place: 'inside' | 'start' = 'inside'): string {
  const article = /^[aeiou]/i.test(noun) ? 'an' : 'a'
  return `${place === 'start' ? article.replace('a', 'A') : article} ${noun}`
}
