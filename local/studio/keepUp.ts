import { setTimeout as wait } from 'node:timers/promises'
import { describeExit, type Exit } from '../child.ts'
import { messageOf } from '../errors.ts'
import type { Say } from '../say.ts'

const MOST_DEATHS = 5
const FORGET_MS = 10 * 60_000
const LONGEST_WAIT_MS = 10_000

export interface Process {
  pid: number
  exited: Promise<Exit>
  stop(): Promise<void>
}

export interface KeptUp<T extends Process> {
  /** The process that runs now, or ran last. */
  current(): T
  /** Resolves with the reason when it is given up: it died more than five times in ten minutes. Never otherwise. */
  givenUp: Promise<string>
  /** Stops it for good. */
  stop(): Promise<void>
}

export interface KeepUpOptions<T extends Process> {
  name: string
  say: Say
  start: () => Promise<T>
  /** Called with each process that started, the first one too. */
  started: (process: T) => void
  /** Asked when it died: whether everything is being stopped anyway. */
  stopAsked: () => boolean
}

interface State<T extends Process> {
  current: T
  stopping: boolean
  deathsAtMs: number[]
  restarting: Promise<unknown>
}

function tooMany(state: State<Process>): boolean {
  const nowMs = performance.now()
  state.deathsAtMs = [...state.deathsAtMs.filter((atMs) => nowMs - atMs < FORGET_MS), nowMs]
  return state.deathsAtMs.length > MOST_DEATHS
}

async function restart<T extends Process>(options: KeepUpOptions<T>, state: State<T>, first: string): Promise<string | undefined> {
  for (let why = first; !state.stopping;) {
    if (tooMany(state)) return `The ${options.name} ${why}, more than ${MOST_DEATHS} times in ten minutes.`
    const waitMs = Math.min(LONGEST_WAIT_MS, 500 * 2 ** state.deathsAtMs.length)
    options.say.line(`The ${options.name} ${why}; it is started again (${state.deathsAtMs.length} of ${MOST_DEATHS}).`)
    await wait(waitMs)
    if (state.stopping) return undefined
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

async function watch<T extends Process>(options: KeepUpOptions<T>, state: State<T>, giveUp: (why: string) => void): Promise<void> {
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

/** Starts a process and starts it again whenever it dies, until it is stopped or dies too often. A failure of the first start is thrown. */
export async function keepUp<T extends Process>(options: KeepUpOptions<T>): Promise<KeptUp<T>> {
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
