import { toPlaneViews, type OperationView, type PlaneView } from '../../server/reference/model.ts'
import { anchor, headingOf } from './markdown.ts'

const linkTo = (view: OperationView): string => `[${view.method}](api.md#${anchor(headingOf(view))})`

/** The part of a scope after the noun: `read` of `gear:read`. */
const rightOf = ({ scope }: OperationView): string => scope?.split(':')[1] ?? ''

/** A row for each path: what it takes, and the scopes that its operations require. */
function pathRows({ plane, tags }: PlaneView): string[] {
  const operations = tags.flatMap((tag) => tag.operations)
  return [...Map.groupBy(operations, ({ path }) => path)].map(([path, views]) => {
    const noun = views.find(({ scope }) => scope !== undefined)?.scope?.split(':')[0]
    const rights = [...new Set(views.map(rightOf).filter(Boolean))].join(', ')
    return `| \`${path.slice(plane.base.length)}\` | ${views.map(linkTo).join(', ')} | ${noun === undefined ? 'any key' : `${noun}: ${rights}`} |`
  })
}

/** docs/operations-of-the-api.md: the operations of both planes on one screen. */
export const operationListDocument = (): string =>
  `${[
    '<!-- Generated from the contract by test/docs/operationList.test.ts: UPDATE_DOCS=1 npm test -- test/docs/operationList.test.ts writes it. -->',
    '# Operations of the API',
    'Each links to its fields, codes and an example in [api.md](api.md).',
    ...toPlaneViews().map((view) =>
      [
        `## ${view.plane.base}`,
        '',
        `With an ${view.plane.base.startsWith('/settings') ? 'owner' : 'API'} key.`,
        '',
        '| path | operations | scopes |',
        '| --- | --- | --- |',
        ...pathRows(view),
      ].join('\n'),
    ),
  ].join('\n\n')}\n`
