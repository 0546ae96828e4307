/**
 * Words that comments and Markdown may not use, each with the field's word for it. Only patterns with almost no false
 * positives belong here.
 */
interface Word {
  pattern: RegExp
  instead: string
}

const words: readonly Word[] = [
  { pattern: /\bbells?\b/iu, instead: 'wake-up, notify' },
  { pattern: /\bagendas?\b/iu, instead: 'work queue' },
  { pattern: /\bverdicts?\b/iu, instead: 'outcome' },
  { pattern: /\bjudg(?:e[sd]?|ing|e?ments?)\b/iu, instead: 'compare (rows), classify (replies), check (addresses)' },
  { pattern: /\btwins?\b/iu, instead: 'concurrent duplicate' },
  { pattern: /\bstrangers?\b/iu, instead: 'orphaned workflow, another account, third party' },
  { pattern: /\buntold\b/iu, instead: 'pending' },
  {
    pattern: /\b(?:is|are|was|were|be|been|being) told (?:of|as|with|anew|at once|once|before)\b/iu,
    instead: 'notified, reported',
  },
  { pattern: /\bwhence\b/iu, instead: 'source address, from where' },
  { pattern: /\bby halves\b/iu, instead: 'binary search' },
  { pattern: /\buntil it stands\b/iu, instead: 'retry on conflict' },
  { pattern: /\bnobody waits for\b/iu, instead: 'pipelined, not awaited' },
  { pattern: /\bnever not at all\b/iu, instead: 'at least once' },
  { pattern: /\bwithout a word\b/iu, instead: 'silently, by default' },
  { pattern: /\bholds (?:at once|from the next)\b/iu, instead: 'takes effect immediately' },
  { pattern: /\bmust be there\b/iu, instead: 'required' },
  { pattern: /\bgoes on by itself\b/iu, instead: 'continues in the background, resumes automatically' },
  { pattern: /\bkept answers?\b/iu, instead: 'stored response' },
  { pattern: /\bmend(?:s|ed|ing)?\b/iu, instead: 'fix, repair' },
  { pattern: /\bhungry\b/iu, instead: 'starved, has pending work' },
]

/** Coined verbs, refused in comments and in names. */
export const coinedNames = /\b(?:keepUp|keptUp|takeUp|takenUp|endStrangers|untilItStands|owesContinue|refuseTwins)\b/u

/** Finds the first refused word of a text, and what to write instead. */
export function findRefusedWord(text: string): { index: number; found: string; instead: string } | undefined {
  for (const { pattern, instead } of [
    ...words,
    { pattern: coinedNames, instead: 'a verb of the field: supervise, claim, adopt' },
  ]) {
    const match = pattern.exec(text)
    if (match) return { index: match.index, found: match[0], instead }
  }
  return undefined
}

const CLAUSE_FIRST = /^[\s*]*(What|Whether|Who|Whom|Whose|How|Why|Of|Such as)\b[^.?]*(?:[.:]|$)/u

/**
 * Finds the word by which a comment begins with a clause or a fragment instead of its subject. Questions may begin so.
 */
export const findClauseFirst = (comment: string): string | undefined => CLAUSE_FIRST.exec(comment)?.[1]
