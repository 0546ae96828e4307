import type { Run } from '../../contract/control.ts'
import { EXIT } from '../exit.ts'

const FAILED = new Set<Run['status']>(['failed', 'stopped', 'expired', 'superseded', 'rejected'])

/** 1 when the run was incomplete or an item failed, 2 when rows were refused or in conflict, else 0. */
export function exitCodeOf(run: Run): number {
  if (FAILED.has(run.status) || run.results['failed'] || run.results['not_reached']) return EXIT.failed
  const held = ['refused', 'conflict'].some((name) => run.counts[name]) || ['refused', 'conflict', 'stale'].some((name) => run.results[name])
  return held ? EXIT.held : EXIT.fine
}
