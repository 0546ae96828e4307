// Histories of registers (the notes of some items) and what makes one linearizable. A record's `updated_at` rises with
// each of its writes, so it orders them, and no search over orders is needed.

interface Span {
  /** Moments in one order: before the request was sent, after the answer arrived. */
  start: number
  end: number
}

export interface WriteOperation extends Span {
  kind: 'write'
  register: string
  /** Unique in the history. */
  value: string
  /** `updated_at`; undefined without an answer: the write may have happened, also later than `end`. */
  version: string | undefined
}

/** One snapshot: of one register for a single read, of all for a list. */
export interface ReadOperation extends Span {
  kind: 'read'
  seen: ReadonlyMap<string, { value: string; version: string }>
}

export type Operation = WriteOperation | ReadOperation

interface Sighting extends Span {
  version: string
  what: string
}

const byEnd = (a: Span, b: Span): number => a.end - b.end
const byStart = (a: Span, b: Span): number => a.start - b.start

/**
 * Pairs in real-time order whose versions go back. A write must rise above what was seen before it; a read may see it
 * again.
 */
function findBackwardPairs(sightings: readonly (Sighting & { isWrite: boolean })[]): string[] {
  const faults: string[] = []
  const ended = sightings.toSorted(byEnd)
  let next = 0
  let newest: Sighting | undefined
  for (const one of sightings.toSorted(byStart)) {
    for (let candidate = ended[next]; candidate && candidate.end < one.start; candidate = ended[(next += 1)])
      if (!newest || candidate.version > newest.version) newest = candidate
    if (newest && (one.isWrite ? one.version <= newest.version : one.version < newest.version))
      faults.push(`${one.what} is older than ${newest.what}, which had ended before it began`)
  }
  return faults
}

function checkRegister(register: string, operations: readonly Operation[]): string[] {
  const faults: string[] = []
  const writes = operations.filter((one) => one.kind === 'write' && one.register === register) as WriteOperation[]
  const writesByValue = new Map(writes.map((write) => [write.value, write]))
  const versions = new Map(writes.map(({ value, version }) => [value, version]))
  const sightings: (Sighting & { isWrite: boolean })[] = []
  for (const one of operations) {
    if (one.kind === 'write') {
      if (one.register !== register || one.version === undefined) continue
      sightings.push({ ...one, version: one.version, what: `the write of ${one.value}`, isWrite: true })
      continue
    }
    const seen = one.seen.get(register)
    if (!seen) continue
    const write = writesByValue.get(seen.value)
    if (!write) faults.push(`a read saw ${seen.value} in ${register}, which nobody wrote`)
    else if (write.start > one.end) faults.push(`a read saw ${seen.value} before it was written`)
    const known = versions.get(seen.value)
    if (known === undefined) versions.set(seen.value, seen.version)
    else if (known !== seen.version)
      faults.push(`${seen.value} was seen with the versions ${known} and ${seen.version}`)
    sightings.push({ ...one, version: seen.version, what: `the read of ${seen.value}`, isWrite: false })
  }
  const known = [...versions.values()].filter((version) => version !== undefined)
  if (new Set(known).size !== known.length) faults.push(`two writes of ${register} have one version`)
  return [...faults, ...findBackwardPairs(sightings)]
}

/** Lists are snapshots, so of any two one is nowhere older than the other. */
function checkSnapshots(operations: readonly Operation[]): string[] {
  const lists = operations.filter((one) => one.kind === 'read' && one.seen.size > 1) as ReadOperation[]
  const sumOf = ({ seen }: ReadOperation): string => [...seen.values()].map(({ version }) => version).join()
  const distinct = [...new Map(lists.map((list) => [sumOf(list), list])).values()]
  const isNowhereNewer = (a: ReadOperation, b: ReadOperation): boolean =>
    [...a.seen].every(([register, { version }]) => version <= (b.seen.get(register)?.version ?? ''))
  const newestOf = ({ seen }: ReadOperation): string =>
    [...seen.values()].reduce((newest, { version }) => (version > newest ? version : newest), '')
  const sorted = distinct.toSorted((a, b) => (newestOf(a) < newestOf(b) ? -1 : 1))
  // Neighbours suffice: the relation is transitive.
  return sorted.flatMap((list, index) => {
    const before = sorted[index - 1]
    return before && !isNowhereNewer(before, list)
      ? [`two lists contradict each other: ${sumOf(before)} and ${sumOf(list)}`]
      : []
  })
}

/** What is wrong with a history; empty if it is linearizable. */
export function findFaults(operations: readonly Operation[]): string[] {
  const registers = new Set(operations.flatMap((one) => (one.kind === 'write' ? [one.register] : [...one.seen.keys()])))
  return [...[...registers].flatMap((register) => checkRegister(register, operations)), ...checkSnapshots(operations)]
}
