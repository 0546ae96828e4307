import type { TestModule } from 'vitest/node'

export type Failure = ReturnType<TestModule['errors']>[number]

/** The text of an error of a test: its message, its own stack lines, its difference and its causes. */
export function describeFailure({ message, stack = message, diff, cause }: Failure): string {
  const ownLines = stack.split('\n').filter((line) => !line.includes('node_modules'))
  // Node loads test files by URLs with a query, so that a process can load one again.
  const text = ownLines.join('\n').replaceAll(/file:\/\/(\/[^\s?]*)(?:\?vitest=\d+)?/g, '$1')
  return [text, diff, cause && `caused by ${describeFailure(cause)}`].filter(Boolean).join('\n')
}
