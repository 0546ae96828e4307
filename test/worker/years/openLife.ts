// A studio with receivers and a world in which nothing has happened yet.
import { createProblemSupervisor, type ProblemSupervisor } from '../../../worker/problems/supervisor.ts'
import type { WorkerContext } from '../../../worker/context/context.ts'
import { openInProcessStudio, type InProcessStudio } from '../../support/inProcessStudio.ts'
import { createSeededRandom } from '../../support/random.ts'
import type { DayNumber } from '../yearModel.ts'
import { studioDay, type Lived } from './days.ts'
import { openReceivers } from './receivers.ts'
import { chief, momentOf, peopleOf, plansOf, STUDIO_ZONE, toConfigText } from './settings.ts'
import type { LosableTemporal } from './temporal.ts'
import { createTruthCheck } from './truth.ts'
import { dateOf, type World } from './world.ts'

const createWorld = (): World => ({
  items: [],
  services: [],
  coverages: [],
  plans: plansOf(false),
  people: peopleOf(false),
  escalatesTo: chief,
  planned: new Set(),
  answers: [],
  shoots: [],
  notices: [],
  metered: undefined,
  opened: new Set(),
  hasEditedShoots: false,
  downChannels: new Set(),
})

/** When the others were reminded of a record's present date. @param id the end of the record's id */
function findNotifiedAt({ services, coverages, escalatesTo }: World, id: string): number | undefined {
  const about = [...services, ...coverages].find((one) => one.id.endsWith(id))
  const escalated = about?.reminders.filter(
    ({ to, due, notBeforeMs }) => to === escalatesTo && due === dateOf(about) && notBeforeMs !== undefined,
  )
  return escalated?.at(-1)?.queuedAtMs
}

/** Checks for faults as the worker does every ten seconds. Each worker has a check of its own. */
function createProblemCheck(getStudio: () => InProcessStudio): () => Promise<void> {
  let current: { worker: WorkerContext; supervisor: ProblemSupervisor } | undefined
  return async () => {
    const { worker, clock } = getStudio()
    if (current?.worker !== worker) current = { worker, supervisor: createProblemSupervisor(worker, clock.nowMs()) }
    await current.supervisor.check()
  }
}

export async function openLife(
  firstDay: DayNumber,
  temporal: LosableTemporal,
  seed: number,
): Promise<Lived & AsyncDisposable> {
  let studio: InProcessStudio | undefined
  const getStudio = (): InProcessStudio => {
    if (!studio) throw new Error('the studio is not open')
    return studio
  }
  const world = createWorld()
  const check = createTruthCheck({
    api: () => getStudio().api,
    state: () => getStudio().worker.state,
    today: () => studioDay(getStudio()),
    findNotifiedAt: (id) => findNotifiedAt(world, id),
  })
  const receivers = await openReceivers(check)
  const begin = Temporal.Instant.fromEpochMilliseconds(momentOf(firstDay - 1, '12:00', STUDIO_ZONE)).toZonedDateTimeISO(
    STUDIO_ZONE,
  )
  studio = await openInProcessStudio(toConfigText(world.plans, world.people, receivers.addresses), begin, {
    temporal,
    hasEvents: true,
    workerEnv: receivers.workerEnv,
  })
  return {
    world,
    studio,
    random: createSeededRandom(seed),
    receivers,
    isWorkerDown: false,
    isBusyDay: true,
    counts: { messages: 0, reminders: 0, records: 0 },
    messageIds: new Set(),
    checkProblems: createProblemCheck(getStudio),
    problems: [],
    [Symbol.asyncDispose]: async () => {
      await getStudio()[Symbol.asyncDispose]()
      await receivers[Symbol.asyncDispose]()
    },
  }
}
