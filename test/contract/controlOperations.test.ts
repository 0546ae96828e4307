import { expect, it } from 'vitest'
import { controlOperations } from '../../contract/control/operations.ts'
import { routes } from '../../worker/control/routes.ts'

it('lists the operations that the worker serves', () => {
  const idsOf = (operations: readonly { id: string }[]): string[] => operations.map(({ id }) => id).toSorted()
  expect(idsOf(controlOperations)).toEqual(idsOf(routes.map(({ operation }) => operation)))
})
