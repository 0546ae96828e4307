import { setTimeout as wait } from 'node:timers/promises'
import { describeExit, type ProcessExit } from '../child.ts'
import { toMessage } from '../errors.ts'
import type { ProgressPrinter } from '../progressPrinter.ts'
import { waitUnlessStopped } from './retryWithBackoff.ts'

const MAX_DEATHS = 5
const DEATH_WINDOW_MS = 10 * 60_000
const MAX_RESTART_DELAY_MS = 10_000
const DISK_CHECK_INTERVAL_MS = 1000
const SLOW_RESTART_DELAY_MS = 5 * 60_000

export interface ManagedProcess {
  pid: number
  exited: Promise<ProcessExit>
  stop(): Promise<void>
}

export interface Supervised<T extends ManagedProcess> {
  current(): T
  /** Resolves with a reason when a required process died more than five times in ten minutes. */
  givenUp: Promise<string>
  stop(): Promise<void>
}

export interface SuperviseOptions<T extends ManagedProcess> {
  name: string
  printer: ProgressPrinter
  start: () => Promise<T>
  /** Called with each started process. */
  onStarted: (process: T) => void
  /** Returns true while all processes are being stopped. */
  isStopRequested: () => boolean
  /**
   * True if too many deaths stop all processes. Other processes are restarted without limit, less often after five
   * deaths.
   */
  isRequired: boolean
  /** Returns false on a full disk. Deaths then do not count, and the restart waits for space. */
  hasDiskSpace: () => boolean
}

interface State<T extends ManagedProcess> {
  current: T
  isStopping: boolean
  deathsAtMs: number[]
  restarting: Promise<unknown>
}

function diesTooOften(state: State<ManagedProcess>): boolean {
  const nowMs = performance.now()
  state.deathsAtMs = [...state.deathsAtMs.filter((atMs) => nowMs - atMs < DEATH_WINDOW_MS), nowMs]
  return state.deathsAtMs.length > MAX_DEATHS
}

/** Waits until the disk has space. @returns true if it was full */
async function waitForDiskSpace<T extends ManagedProcess>(
  { name, printer, hasDiskSpace: hasRoom }: SuperviseOptions<T>,
  state: State<T>,
  reason: string,
): Promise<boolean> {
  if (hasRoom()) return false
  printer.printLine(
    `The ${name} ${reason}, and the disk of the data folder is full. It is started again as soon as there is room.`,
  )
  while (!state.isStopping && !hasRoom()) await wait(DISK_CHECK_INTERVAL_MS)
  return true
}

/** Waits before a restart. @returns the reason if the process is given up */
async function waitToRestart<T extends ManagedProcess>(
  options: SuperviseOptions<T>,
  state: State<T>,
  reason: string,
): Promise<string | undefined> {
  const { name, printer, isRequired, isStopRequested } = options
  const isOver = (): boolean => state.isStopping || isStopRequested()
  const message = `The ${name} ${reason}, more than ${MAX_DEATHS} times in ten minutes.`
  if (!diesTooOften(state)) {
    printer.printLine(`The ${name} ${reason}; it is started again (${state.deathsAtMs.length} of ${MAX_DEATHS}).`)
    await waitUnlessStopped(isOver, Math.min(MAX_RESTART_DELAY_MS, 500 * 2 ** state.deathsAtMs.length))
    return undefined
  }
  if (isRequired) return message
  printer.printLine(
    `${message} The API stays up; the ${name} is started again in ${SLOW_RESTART_DELAY_MS / 60_000} minutes.`,
  )
  await waitUnlessStopped(isOver, SLOW_RESTART_DELAY_MS)
  return undefined
}

async function restartUntilStarted<T extends ManagedProcess>(
  options: SuperviseOptions<T>,
  state: State<T>,
  firstReason: string,
): Promise<string | undefined> {
  for (let reason = firstReason; !state.isStopping;) {
    if (!(await waitForDiskSpace(options, state, reason))) {
      const givenUp = await waitToRestart(options, state, reason)
      if (givenUp !== undefined) return givenUp
    }
    if (state.isStopping || options.isStopRequested()) return undefined
    try {
      state.current = await options.start()
      options.onStarted(state.current)
      options.printer.printLine(`The ${options.name} runs again.`)
      return undefined
    } catch (error) {
      reason = `could not be started (${toMessage(error)})`
    }
  }
  return undefined
}

async function superviseExits<T extends ManagedProcess>(
  options: SuperviseOptions<T>,
  state: State<T>,
  giveUp: (reason: string) => void,
): Promise<void> {
  for (;;) {
    const exit = await state.current.exited
    if (state.isStopping || options.isStopRequested()) return
    const restarting = restartUntilStarted(options, state, describeExit(exit))
    state.restarting = restarting
    const reason = await restarting
    if (reason !== undefined) {
      giveUp(reason)
      return
    }
  }
}

/** Starts a process and restarts it until it is stopped or dies too often. @throws errors of the first start */
export async function supervise<T extends ManagedProcess>(options: SuperviseOptions<T>): Promise<Supervised<T>> {
  const state: State<T> = {
    current: await options.start(),
    isStopping: false,
    deathsAtMs: [],
    restarting: Promise.resolve(),
  }
  options.onStarted(state.current)
  const givenUp = new Promise<string>((resolve) => void superviseExits(options, state, resolve))
  return {
    current: () => state.current,
    givenUp,
    stop: async () => {
      state.isStopping = true
      await state.restarting
      await state.current.stop()
    },
  }
}
