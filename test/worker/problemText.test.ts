import { expect, it } from 'vitest'
import { createProblem } from '../../worker/problems/problem.ts'

it('a cause that no text names is shown as it is', () => {
  const describe = () => ({ title: 'Title', facts: [{ name: 'Why', value: 'ECONNREFUSED' }] })
  expect(createProblem({ key: 'k', code: 'sync_failed', detail: 'd', describe })).toMatchObject({
    title: 'Title',
    facts: [{ value: 'ECONNREFUSED' }],
  })
})
