interface Node {
  type: string
  source?: { value?: unknown } | null
  callee?: Node
  object?: Node
  property?: Node
  arguments?: Node[]
  params?: Node[]
  body?: Node
  expression?: Node | boolean
  argument?: Node | null
  name?: string
  key?: Node
  properties?: Node[]
  operator?: string
  left?: Node
  right?: Node
  specifiers?: { imported?: { name?: string }; local?: { name?: string } }[]
}

interface Context {
  report(problem: { node: Node; message: string }): void
}

const REMEDY = 'see "Wait for conditions" in test/support/README.md'
const COMPARISONS = new Set(['<', '<=', '>', '>='])
/** A constant is a fixed time to add or take away. A variable is a time that was read before. */
const CONSTANT_NAME = /^[A-Z][A-Z0-9_]*$/

const isMember = (node: Node | undefined, object: string, property: string): boolean =>
  node?.type === 'MemberExpression' && node.object?.name === object && node.property?.name === property

const isNow = (node: Node | undefined): boolean =>
  node?.type === 'CallExpression' && isMember(node.callee, 'Date', 'now')

function isConstant(node: Node | undefined): boolean {
  if (node?.type === 'Literal') return true
  if (node?.type === 'BinaryExpression') return isConstant(node.left) && isConstant(node.right)
  return node?.type === 'Identifier' && CONSTANT_NAME.test(node.name ?? '')
}

const hasNow = (node: Node | undefined): boolean =>
  isNow(node) || (node?.type === 'BinaryExpression' && (hasNow(node.left) || hasNow(node.right)))

/** True for `setTimeout(resolve, …)`, in which the callback does nothing but resolve a promise. */
function isSleep(call: Node | undefined, resolve: string): boolean {
  if (call?.type !== 'CallExpression' || call.callee?.name !== 'setTimeout') return false
  const [callback] = call.arguments ?? []
  if (callback?.type === 'Identifier') return callback.name === resolve
  const { body } = callback ?? {}
  return body?.type === 'CallExpression' && body.callee?.name === resolve
}

/** The calls of a function's body, as far as they are statements of it. */
function callsOf({ body }: Node): (Node | undefined)[] {
  if (body?.type !== 'BlockStatement') return [body]
  const statements = body.body as unknown as Node[]
  return statements.map(({ expression }) => (typeof expression === 'object' ? expression : undefined))
}

/** `void x` and `x.unref()` count as `x`. */
function unwrap(node: Node | undefined): Node | undefined {
  if (node?.type === 'UnaryExpression') return unwrap(node.argument ?? undefined)
  const object = node?.type === 'CallExpression' ? node.callee?.object : undefined
  return object?.type === 'CallExpression' ? unwrap(object) : node
}

/** Rejects sleeps and readings of clocks in tests: a busy machine must not make one fail. */
export const testClock = {
  create(context: Context) {
    const refuse = (node: Node, what: string, remedy: string): void =>
      context.report({ node, message: `Test clock: ${what}; ${remedy} (${REMEDY}).` })
    return {
      ImportDeclaration(node: Node) {
        if (!/^(?:node:)?timers\/promises$/.test(String(node.source?.value))) return
        if (
          node.specifiers?.some(
            ({ imported }) =>
              imported === undefined || imported.name === 'setTimeout' || imported.name === 'setInterval',
          )
        )
          refuse(node, 'a sleep', 'wait with until(), or with pause() where the time is the input')
      },
      NewExpression({ callee, arguments: [executor] = [], ...node }: Node) {
        const resolve = executor?.params?.[0]?.name
        if (callee?.name !== 'Promise' || !executor || resolve === undefined) return
        if (callsOf(executor).some((call) => isSleep(unwrap(call), resolve)))
          refuse(node, 'a sleep', 'wait with until(), or with pause() where the time is the input')
      },
      MemberExpression(node: Node) {
        if (isMember(node, 'performance', 'now') || isMember(node, 'process', 'hrtime'))
          refuse(node, 'a duration', 'assert the order of events, a count or CPU time, or make it a *.measure.test.ts')
      },
      BinaryExpression(node: Node) {
        const isDifference =
          node.operator === '-' && (hasNow(node.right) || (hasNow(node.left) && !isConstant(node.right)))
        const isCompared = COMPARISONS.has(node.operator ?? '') && (hasNow(node.left) || hasNow(node.right))
        if (isDifference || isCompared)
          refuse(node, 'a duration', 'assert the order of events, a count or CPU time, or make it a *.measure.test.ts')
      },
      CallExpression(node: Node) {
        if (!isMember(node.callee, 'expect', 'poll')) return
        const [, options] = node.arguments ?? []
        if (options?.properties?.some(({ key }) => key?.name === 'timeout'))
          refuse(node, 'a limit of its own', 'all waits have that of until()')
      },
    }
  },
}
