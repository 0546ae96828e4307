import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listProblems } from '../../contract/control/problems.ts'
import { dailyWorkflowId, taskQueue, workflowNames } from '../../contract/temporal.ts'
import { canInjectFaults, prepareFaults, noFaultsSuffix, type Faults } from '../support/faults/faults.ts'
import { createDataFolder, type DataFolder } from '../support/server.ts'
import { testTemporal } from '../support/temporal.ts'
import { emailChannel } from '../support/mail/ledger.ts'
import { startMailServer, type MailServer } from '../support/mail/mailServer.ts'
import { openDays, type Days } from './support/days.ts'
import { until } from '../support/wait.ts'
import { openStudio, type Studio } from './support/studio.ts'

const DAY_MS = 86_400_000

describe.skipIf(!canInjectFaults)(`a worker whose machine has a wrong clock${noFaultsSuffix}`, () => {
  let folder: DataFolder
  let faults: Faults
  let studio: Studio
  let days: Days
  let mail: MailServer

  beforeAll(async () => {
    folder = createDataFolder()
    faults = prepareFaults(folder.dataDir)
    mail = await startMailServer()
    studio = await openStudio(testTemporal(), {
      ownProcess: 'worker',
      config: `reminders: { channels: [${emailChannel(mail.port)}] }\n`,
      workerEnv: faults.env,
    })
    days = await openDays(testTemporal(), studio)
  })
  afterAll(async () => {
    await days[Symbol.asyncDispose]()
    await studio[Symbol.asyncDispose]()
    await mail.stop()
    folder[Symbol.dispose]()
  })

  const codes = async (): Promise<string[]> =>
    (await studio.sync.client.call(listProblems)).body.data.map(({ code }) => code)
  const startDailyRun = () =>
    days.client.workflow.start(workflowNames.daily, {
      workflowId: `${dailyWorkflowId(days.account)}-clock`,
      taskQueue: taskQueue(days.account),
      args: [{}],
    })

  /** Why the pending activities of a workflow failed. */
  const refusalsOf = async (day: Awaited<ReturnType<typeof startDailyRun>>): Promise<(string | null | undefined)[]> =>
    ((await day.describe()).raw.pendingActivities ?? []).map(
      ({ lastFailure }) => lastFailure?.applicationFailureInfo?.type,
    )

  it('reports the problem, sends no reminder early, and continues once the clock is right', async () => {
    const readyz = async (): Promise<number> =>
      (await fetch(`${String((await studio.worker.waitForLog('ready'))['url'])}/readyz`)).status
    expect({ readyz: await readyz(), codes: await codes() }).toEqual({ readyz: 200, codes: [] })
    faults.moveWallClock(200 * DAY_MS)
    await until('it is a problem', async () => (await codes()).includes('clock_differs'))
    expect(await readyz()).toBe(503)
    expect(await codes()).toEqual(['clock_differs'])
    const said = studio.worker.log.map((line) => String(line['msg']))
    expect(
      said.filter((line) => line.startsWith('the clock of this machine is 200 days ahead of that of the API server')),
    ).toHaveLength(1)
    // The worker's clock is ahead, so by that clock this warranty is about to end.
    const expiresAt = new Date(Date.now() + 203 * DAY_MS).toISOString().slice(0, 10)
    await studio.api.createItem({ model: 'Covered', warranty_expires_on: expiresAt })
    const day = await startDailyRun()
    await until('the daily run is refused', async () => (await refusalsOf(day)).includes('clock_differs'))
    expect(mail.mails.map(({ email }) => email.subject)).toEqual([])
    expect((await day.describe()).status.name).toBe('RUNNING')
    faults.moveWallClock(0)
    await until('it is over', async () => !(await codes()).includes('clock_differs'))
    await day.result()
    expect(await readyz()).toBe(200)
    expect(mail.mails.map(({ email }) => email.subject)).toEqual([])
    const [run] = await studio.stateSql<{ day: string }>('select day from daily_run order by begun_at desc limit 1')
    const today = Temporal.Now.plainDateISO('UTC')
    expect([-1, 0, 1].map((days) => today.add({ days }).toString())).toContain(run?.day)
  })

  it('reports the problem from its start', async () => {
    await studio.worker.stop()
    faults.moveWallClock(-3 * 3_600_000)
    await studio.startWorker(faults.env)
    expect(await codes()).toEqual(['clock_differs'])
    expect(
      studio.worker.log.find((line) => String(line['msg']).startsWith('the clock of this machine'))?.['aheadMinutes'],
    ).toBe(-180)
    faults.moveWallClock(0)
    await until('it is over', async () => (await codes()).length === 0)
  })
})
