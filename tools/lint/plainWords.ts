import { coinedNames, findClauseFirst, findRefusedWord } from './words.ts'

interface Comment {
  type: string
  value: string
}

interface Context {
  sourceCode: { getAllComments(): Comment[] }
  report(problem: { node: Comment | Identifier; message: string }): void
}

interface Identifier {
  type: 'Identifier'
  name: string
}

/** Refuses the words of tools/lint/words.ts in comments, and coined verbs in names. */
export const plainWords = {
  create(context: Context) {
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          const refused = findRefusedWord(comment.value)
          if (refused)
            context.report({
              node: comment,
              message: `Plain words: not "${refused.found}" but ${refused.instead} (see tools/lint/words.ts).`,
            })
        }
      },
      Identifier(node: Identifier) {
        if (coinedNames.test(node.name))
          context.report({ node, message: `Plain words: "${node.name}" is a coined verb (see tools/lint/words.ts).` })
      },
    }
  },
}

/** Refuses comments that begin with a clause, such as "What is due", or with a fragment, such as "Of the document". */
export const subjectFirst = {
  create(context: Context) {
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          const word = findClauseFirst(comment.value)
          if (word !== undefined)
            context.report({
              node: comment,
              message: `Subject first: a comment says what something is or does, and does not begin with "${word}".`,
            })
        }
      },
    }
  },
}
