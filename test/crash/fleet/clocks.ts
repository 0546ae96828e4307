import { existsSync, globSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { canInjectFaults, noFaultsSuffix, prepareFaults } from '../../support/faults/faults.ts'
import type { MemberKind } from './member.ts'

// Clocks of processes that are apart: by libfaketime where it is installed, else by the library of test/support/faults.

const SKEW_S = 90
const PLACES = [
  '/usr/lib/*/faketime/libfaketimeMT.so.1',
  '/usr/lib{,64}/faketime/libfaketimeMT.so.1',
  '/usr/local/lib/faketime/libfaketimeMT.so.1',
]

const libfaketime =
  process.platform === 'linux' ? PLACES.flatMap((place) => globSync(place)).find((file) => existsSync(file)) : undefined

const ownTool = canInjectFaults ? 'shim.c' : ''
/** How the clocks are moved; empty if they cannot be. */
const clockTool = libfaketime === undefined ? ownTool : 'libfaketime'

/** Suffix of the title of the test. */
export const clockSuffix =
  clockTool === ''
    ? `, clocks NOT skewed: there is no libfaketime${noFaultsSuffix}`
    : `, clocks apart by ${2 * SKEW_S} s (${clockTool})`

/** The first server and the second worker are ahead, the others behind. */
const skewOf = (kind: MemberKind, index: number): number => ((kind === 'server') === (index === 0) ? SKEW_S : -SKEW_S)

/** Environment of a process whose clock is skewed. @param folder for the library's control file */
export function skewClock(folder: string, kind: MemberKind, index: number): Record<string, string> {
  const skewS = skewOf(kind, index)
  if (libfaketime !== undefined)
    return {
      LD_PRELOAD: libfaketime,
      FAKETIME: `${skewS > 0 ? '+' : ''}${skewS}s`,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      FAKETIME_DONT_RESET: '1',
    }
  if (!canInjectFaults) return {}
  const own = join(folder, `clock-${kind}-${index}`)
  mkdirSync(own, { recursive: true })
  const faults = prepareFaults(own)
  faults.moveWallClock(skewS * 1000)
  return faults.env
}
