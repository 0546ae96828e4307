import { daysLater } from './oracle.ts'

// Plans by use, from the whole history of readings and without stored rows.

interface Seen {
  value: number
  at: string
}

interface NaivePlan {
  id: string
  count: number
  lead: number
}

export interface NaiveStep {
  reading: Seen | undefined
  completedAt: string | undefined
}

const dayOf = ({ at }: Seen): string => at.slice(0, 10)

function countDays(from: string, to: string): number {
  let days = 0
  for (let day = from; day < to; day = daysLater(day, 1)) days++
  return days
}

/** The last value of each of the last ten days. */
function lastOfDays(readings: readonly Seen[]): Seen[] {
  const days = [...new Set(readings.map(dayOf))].toSorted().slice(-10)
  return days.map((day) => readings.filter((one) => dayOf(one) === day).at(-1) as Seen)
}

function isTooFast(readings: readonly Seen[], from: Seen, to: Seen): boolean {
  const days = lastOfDays(readings)
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last || days.length < 4) return false
  const usual = (last.value - first.value) / countDays(dayOf(first), dayOf(last))
  return to.value - from.value > 10 * usual * Math.max(1, countDays(dayOf(from), dayOf(to)))
}

export class NaiveUse {
  /** Readings since the meter was new, without jumps. */
  private readings: Seen[] = []
  private jump: Seen | undefined
  private completedAt = ''
  private readonly starts = new Map<string, { value: number; at: string }>()
  readonly reports: string[] = []
  private readonly plans: readonly NaivePlan[]

  constructor(plans: readonly NaivePlan[]) {
    this.plans = plans
  }

  private startAll(value: number, at: string): void {
    for (const { id } of this.plans) this.starts.set(id, { value, at })
  }

  private add(reading: Seen): void {
    const last = this.readings.at(-1)
    if (!last) this.readings = [reading]
    else if (reading.value === last.value) this.jump = undefined
    else if (reading.value < last.value) {
      this.reports.push(`fallen ${last.value} ${reading.value}`)
      this.readings = [reading]
      this.jump = undefined
    } else if (this.jump && reading.value === this.jump.value) return
    else if (this.jump && reading.value > this.jump.value && !isTooFast(this.readings, this.jump, reading)) {
      for (const start of this.starts.values())
        if (start.at >= this.jump.at && start.value < this.jump.value) Object.assign(start, { value: this.jump.value })
      this.readings = [this.jump, reading]
      this.jump = undefined
    } else if (isTooFast(this.readings, last, reading)) {
      this.reports.push(`jumped ${last.value} ${reading.value}`)
      this.jump = reading
    } else {
      this.readings.push(reading)
      this.jump = undefined
    }
  }

  /** What was stored when a service was completed: the present reading, if it is older, else the one before. */
  private findReadingAt(completedAt: string, before: Seen | undefined, reading: Seen): Seen {
    const now = this.readings.at(-1) ?? reading
    return before === undefined || reading.at <= completedAt ? now : before
  }

  /** @returns the due reading by plan */
  step({ reading, completedAt }: NaiveStep): Map<string, number> {
    if (!reading) return new Map()
    const before = this.readings.at(-1)
    const jumpBefore = this.jump
    const fallsBefore = this.reports.length
    const startsBefore = this.starts.size
    this.add(reading)
    const hasFallen = this.reports.slice(fallsBefore).some((text) => text.startsWith('fallen'))
    if (startsBefore === 0) this.startAll(this.readings.at(-1)?.value ?? 0, reading.at)
    if (completedAt !== undefined && completedAt > this.completedAt) {
      const start = this.findReadingAt(completedAt, before, reading)
      const at = completedAt > start.at ? completedAt : start.at
      // The jump was the reading when the service was completed.
      const isOfJump =
        jumpBefore !== undefined && this.jump === undefined && this.readings[0] === jumpBefore && at >= jumpBefore.at
      this.startAll(isOfJump ? Math.max(start.value, jumpBefore.value) : start.value, at)
      this.completedAt = completedAt
    }
    const last = this.readings.at(-1) as Seen
    if (hasFallen) this.startAll(last.value, last.at)
    return new Map(this.plans.flatMap(({ id, count, lead }) => this.findDue(id, count, lead, last.value)))
  }

  /** From where a plan counts. */
  startOf(id: string): Readonly<{ value: number; at: string }> | undefined {
    return this.starts.get(id)
  }

  /** The jump that waits for a later reading. */
  get pendingJump(): number | undefined {
    return this.jump?.value
  }

  private findDue(id: string, count: number, lead: number, value: number): [string, number][] {
    const start = this.starts.get(id)?.value ?? 0
    let due: number | undefined
    for (let next = start + count; next - lead <= value; next += count) due = next
    return due === undefined ? [] : [[id, due]]
  }
}
