import { setTimeout as wait } from 'node:timers/promises'
import { describeExit, type Exit } from '../child.ts'
import { messageOf } from '../errors.ts'
import type { Say } from '../say.ts'
import { waitUnless } from './retry.ts'

const MAX_DEATHS = 5
const DEATH_WINDOW_MS = 10 * 60_000
const MAX_WAIT_MS = 10_000
const ROOM_EVERY_MS = 1000
const LATE_RESTART_MS = 5 * 60_000

export interface Process {
  pid: number
  exited: Promise<Exit>
  stop(): Promise<void>
}

export interface Supervised<T extends Process> {
  current(): T
  /** Resolves with a reason when a required process died more than five times in ten minutes. */
  givenUp: Promise<string>
  stop(): Promise<void>
}

export interface SuperviseOptions<T extends Process> {
  name: string
  say: Say
  start: () => Promise<T>
  /** Called with each started process. */
  started: (process: T) => void
  /** True when everything is being stopped. */
  stopAsked: () => boolean
  /** A required process ends everything when it is given up; others are restarted without limit, less often after five deaths. */
  isNeeded: boolean
  /** Deaths while the disk is full do not count; the restart waits for room. */
  hasRoom: () => boolean
}

interface State<T extends Process> {
  current: T
  stopping: boolean
  deathsAtMs: number[]
  restarting: Promise<unknown>
}

function diesTooOften(state: State<Process>): boolean {
  const nowMs = performance.now()
  state.deathsAtMs = [...state.deathsAtMs.filter((atMs) => nowMs - atMs < DEATH_WINDOW_MS), nowMs]
  return state.deathsAtMs.length > MAX_DEATHS
}

/** @returns whether the disk was full */
async function waitForRoom<T extends Process>({ name, say, hasRoom }: SuperviseOptions<T>, state: State<T>, why: string): Promise<boolean> {
  if (hasRoom()) return false
  say.line(`The ${name} ${why}, and the disk of the data folder is full. It is started again as soon as there is room.`)
  while (!state.stopping && !hasRoom()) await wait(ROOM_EVERY_MS)
  return true
}

/** Waits before a restart. @returns the reason when the process is given up */
async function waitToRestart<T extends Process>(options: SuperviseOptions<T>, state: State<T>, why: string): Promise<string | undefined> {
  const { name, say, isNeeded, stopAsked } = options
  const isOver = (): boolean => state.stopping || stopAsked()
  const died = `The ${name} ${why}, more than ${MAX_DEATHS} times in ten minutes.`
  if (!diesTooOften(state)) {
    say.line(`The ${name} ${why}; it is started again (${state.deathsAtMs.length} of ${MAX_DEATHS}).`)
    await waitUnless(isOver, Math.min(MAX_WAIT_MS, 500 * 2 ** state.deathsAtMs.length))
    return undefined
  }
  if (isNeeded) return died
  say.line(`${died} The API stays up; the ${name} is started again in ${LATE_RESTART_MS / 60_000} minutes.`)
  await waitUnless(isOver, LATE_RESTART_MS)
  return undefined
}

async function restart<T extends Process>(options: SuperviseOptions<T>, state: State<T>, first: string): Promise<string | undefined> {
  for (let why = first; !state.stopping;) {
    if (!(await waitForRoom(options, state, why))) {
      const givenUp = await waitToRestart(options, state, why)
      if (givenUp !== undefined) return givenUp
    }
    if (state.stopping || options.stopAsked()) return undefined
    try {
      state.current = await options.start()
      options.started(state.current)
      options.say.line(`The ${options.name} runs again.`)
      return undefined
    } catch (error) {
      why = `could not be started (${messageOf(error)})`
    }
  }
  return undefined
}

async function watch<T extends Process>(options: SuperviseOptions<T>, state: State<T>, giveUp: (why: string) => void): Promise<void> {
  for (;;) {
    const exit = await state.current.exited
    if (state.stopping || options.stopAsked()) return
    const restarting = restart(options, state, describeExit(exit))
    state.restarting = restarting
    const why = await restarting
    if (why !== undefined) {
      giveUp(why)
      return
    }
  }
}

/** Starts a process and restarts it until it is stopped or dies too often. @throws errors of the first start */
export async function supervise<T extends Process>(options: SuperviseOptions<T>): Promise<Supervised<T>> {
  const state: State<T> = { current: await options.start(), stopping: false, deathsAtMs: [], restarting: Promise.resolve() }
  options.started(state.current)
  const givenUp = new Promise<string>((resolve) => void watch(options, state, resolve))
  return {
    current: () => state.current,
    givenUp,
    stop: async () => {
      state.stopping = true
      await state.restarting
      await state.current.stop()
    },
  }
}
