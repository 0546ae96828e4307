import type { Run } from '../../contract/control/control.ts'
import { EXIT } from '../exit.ts'

const FAILED_STATUSES = new Set<Run['status']>(['failed', 'stopped', 'expired', 'superseded', 'rejected'])

/** 1 when the run was incomplete or an item failed, 2 when rows were refused or in conflict, else 0. */
export function toExitCode(run: Run): number {
  if (FAILED_STATUSES.has(run.status) || run.results['failed'] || run.results['not_reached']) return EXIT.failed
  const needsDecision =
    ['refused', 'conflict'].some((name) => run.counts[name]) ||
    ['refused', 'conflict', 'stale'].some((name) => run.results[name])
  return needsDecision ? EXIT.needsDecision : EXIT.success
}
