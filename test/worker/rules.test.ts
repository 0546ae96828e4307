import { expect, it } from 'vitest'
import { countSentRow, type CircuitBreaker } from '../../activities/inventorySync/circuitBreaker.ts'
import { findPolicyGuardReason } from '../../activities/inventorySync/guard.ts'
import { tallyResults } from '../../state/sync/tallyResults.ts'

it('the guard counts creates as changes, but not in the share of bound items', () => {
  const guard = { changes: 200, percent: 20 }
  const code = (counts: Record<string, number>, boundCount: number): string | undefined =>
    findPolicyGuardReason(counts, boundCount, guard)?.code
  expect(code({ create: 200 }, 0)).toBeUndefined()
  expect(code({ create: 201 }, 100_000)).toBe('guard_changes')
  expect(code({ create: 150, update: 51 }, 100_000)).toBe('guard_changes')
  expect(code({ update: 20, unchanged: 80 }, 100)).toBeUndefined()
  expect(code({ update: 21, unchanged: 79 }, 100)).toBe('guard_percent')
  expect(code({ update: 10, mark: 6, delete: 5 }, 100)).toBe('guard_percent')
  expect(code({ conflict: 90, refused: 9, skipped: 9 }, 100)).toBeUndefined()
  expect(code({ update: 1 }, 0), 'an update of an item that was never synced').toBe('guard_percent')
})

it('a run stops after twenty failures in a row, or when 30 % of at least fifty rows fail', () => {
  const rowOfStop = (pattern: (row: number) => boolean, rows: number): number | undefined => {
    const breaker: CircuitBreaker = { failedInARow: 0, failed: 0, sent: 0 }
    for (let row = 1; row <= rows; row++) if (countSentRow(breaker, pattern(row))) return row
    return undefined
  }
  expect(rowOfStop(() => true, 100)).toBe(20)
  expect(rowOfStop((row) => row > 100 && row <= 119, 1000)).toBeUndefined()
  expect(rowOfStop((row) => row > 100, 1000)).toBe(120)
  expect(rowOfStop((row) => row % 3 === 0, 1000)).toBe(50)
  expect(rowOfStop((row) => row % 4 === 0, 1000)).toBeUndefined()
  expect(
    rowOfStop((row) => row % 2 === 0, 40),
    'a small sheet continues',
  ).toBeUndefined()
})

it('results add up to the rows', () => {
  const counts = {
    create: 5,
    update: 3,
    unchanged: 4,
    conflict: 2,
    refused: 1,
    skipped: 1,
    deleted_in_api: 1,
    missing: 7,
  }
  expect(tallyResults(counts, 8, { created: 2, updated: 1, failed: 1 }, true)).toEqual({
    created: 2,
    updated: 1,
    failed: 1,
    not_reached: 4,
    unchanged: 4,
    conflict: 2,
    refused: 1,
    skipped: 2,
  })
  expect(tallyResults(counts, 8, { created: 2 }, false)['not_reached']).toBeUndefined()
})
