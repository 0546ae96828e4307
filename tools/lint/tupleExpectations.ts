interface Node {
  type: string
  name?: string
  body?: Node
  object?: Node
  property?: Node
  callee?: Node
  arguments?: (Node | null)[]
  elements?: (Node | null)[]
}

interface Context {
  report(problem: { node: Node; message: string }): void
}

const MATCHERS = new Set(['toEqual', 'toStrictEqual', 'toMatchObject'])
const CONSTANTS = new Set(['Literal', 'TemplateLiteral', 'UnaryExpression'])
const MESSAGE =
  'Name what is compared: expect({ status, rows }).toEqual({ status: 200, rows: 3 }), or a matcher of test/support/matchers.ts.'

/** The `expect(…)`, `expect.soft(…)` or `expect.poll(…)` that a chain of matchers begins with. */
function findExpect(node: Node | undefined): Node | undefined {
  if (node?.type === 'MemberExpression') return findExpect(node.object)
  if (node?.type !== 'CallExpression') return undefined
  const { callee } = node
  const begin = callee?.type === 'MemberExpression' ? callee.object : callee
  return begin?.type === 'Identifier' && begin.name === 'expect' ? node : undefined
}

/** True for `[a.status, b.length]`: two or more values that are no constants, and nothing of unknown length. */
function isTuple(node: Node | null | undefined): boolean {
  if (node?.type !== 'ArrayExpression') return false
  const elements = node.elements ?? []
  if (elements.some((element) => element === null || element.type === 'SpreadElement')) return false
  return elements.filter((element) => !CONSTANTS.has(element?.type ?? '')).length > 1
}

/** Rejects expectations that compare two arrays written in place: their failure does not say which value was meant. */
export const tupleExpectations = {
  create(context: Context) {
    return {
      CallExpression(node: Node) {
        if (node.callee?.type !== 'MemberExpression' || !MATCHERS.has(node.callee.property?.name ?? '')) return
        const received = findExpect(node.callee.object)?.arguments?.[0]
        const isCompared = isTuple(received) || (received?.type === 'ArrowFunctionExpression' && isTuple(received.body))
        if (isCompared && node.arguments?.[0]?.type === 'ArrayExpression') context.report({ node, message: MESSAGE })
      },
    }
  },
}
