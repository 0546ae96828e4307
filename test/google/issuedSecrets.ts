/** Everything that must stay between Kitroom and Google, of all emulators of this process. */
const issued = new Set<string>()

/** Short enough that SQLite rarely splits it over two pages, long enough to be found by nothing else. */
const PART_LENGTH = 32

/**
 * Records a token, code, key, verifier or assertion, issued or received. Shorter texts and those of one repeated
 * character are wrong ones that a test made up.
 * @returns it
 */
export function recordSecret(secret: string): string {
  if (secret.length >= PART_LENGTH && new Set(secret).size > 2) issued.add(secret)
  return secret
}

/** Two parts of each secret: all assertions of a key begin alike, and lines of a file may end within one. */
const partsOf = (secret: string): string[] => {
  const middle = Math.floor(secret.length / 2)
  return [secret.slice(middle - PART_LENGTH / 2, middle + PART_LENGTH / 2), secret.slice(-PART_LENGTH)]
}

/** Number of secrets to search for. */
export const countSecrets = (): number => issued.size

/**
 * Fails if one of the secrets stands in a text.
 * @param texts what the product has written, by a name for people
 */
export function requireNoSecret(texts: ReadonlyMap<string, string>): void {
  for (const secret of issued)
    for (const part of partsOf(secret))
      for (const [name, text] of texts)
        if (text.includes(part)) throw new Error(`A secret of Google (${secret.slice(0, 6)}…) is in ${name}.`)
}
