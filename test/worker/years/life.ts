// What people do in the two years, at random.
import { expect } from 'vitest'
import { acknowledge, snooze } from '../../../worker/control/reminderAnswers.ts'
import { dayOf, textOf, type DayNumber } from '../yearModel.ts'
import { answer } from './model.ts'
import { USE } from './settings.ts'
import type { Life } from './patch.ts'
import { editShoots } from './shoots.ts'
import {
  setWarranty,
  buy,
  deleteItem,
  retire,
  addDocument,
  moveCoverage,
  deleteCoverage,
  addService,
  moveService,
  priceService,
  setStatus,
  deleteService,
} from './edits.ts'
import { dateOf, exists, isUnfinished, listReminders, type Coverage, type Item, type Service } from './world.ts'

const services = ['Sensor cleaning', 'Cleaning', 'Inspection', 'Strap check', 'Firmware', 'Repair']

/** Acknowledges or postpones a reminder that was sent. */
async function answerOne({ world, studio, random, isWorkerDown }: Life, day: DayNumber): Promise<void> {
  if (isWorkerDown) return
  const sent = listReminders(world).filter(({ about, due, state }) => {
    const isCurrent = about.kind === 'maintenance' ? about.due === due && isUnfinished(about) : about.ends === due
    return state === 'sent' && isCurrent && exists(about) && about.id !== ''
  })
  if (sent.length === 0) return
  const reminder = sent[random.int(sent.length)] as (typeof sent)[number]
  const days = random.chance(0.4) ? null : 1 + random.int(20)
  const { id } = reminder.about
  const { data } =
    days === null
      ? await acknowledge(studio.worker, { body: { id } } as never)
      : await snooze(studio.worker, { body: { id, days } } as never)
  expect(data.due_on, 'the newest reminder is that of the present date').toBe(textOf(reminder.due))
  const until = answer(world, reminder, day, days)
  expect(data.next_on).toBe(until === null ? null : textOf(until))
}

type Edit = (life: Life, day: DayNumber) => Promise<void>

/** Every kind of edit, as often as it is listed. */
const edits: readonly Edit[] = [
  async (life, day) =>
    void (await buy(
      life,
      life.random.int(6),
      purchasedOn(life, day),
      day,
      life.random.chance(0.5) ? near(life, day, 20, 120) : null,
    )),
  (life) =>
    withOne(life, idleGearOf(life), (item) => (life.random.chance(0.3) ? deleteItem(life, item) : retire(life, item))),
  (life) =>
    withOne(
      life,
      life.world.items.filter((item) => item.isRetired && !item.isDeleted),
      (item) => retire(life, item),
    ),
  (life, day) =>
    withOne(life, gearOf(life), (item) =>
      setWarranty(life, item, life.random.chance(0.15) ? null : near(life, day, 40, 120)),
    ),
  async (life, day) =>
    void (await addDocument(
      life,
      life.random.chance(0.6) ? 'insurance' : 'warranty',
      pickGear(life),
      near(life, day, 60, 130),
    )),
  (life, day) =>
    withOne(life, coveragesOf(life), (one) =>
      moveCoverage(life, one, life.random.chance(0.5) ? one.ends + 30 : near(life, day, 10, 100)),
    ),
  (life) => withOne(life, coveragesOf(life), (one) => deleteCoverage(life, one)),
  (life, day) =>
    withOne(life, gearOf(life), (item) => addService(life, item, life.random.pick(services), near(life, day, 5, 25))),
  ...repeat(6, (life, day) =>
    withOne(life, openServicesOf(life, day + 10), (record) => setStatus(life, record, 'completed', day)),
  ),
  (life, day) =>
    withOne(life, openServicesOf(life, day + 20), (record) =>
      setStatus(life, record, record.status === 'scheduled' ? 'in_progress' : 'scheduled', day),
    ),
  (life, day) => withOne(life, openServicesOf(life, day + 20), (record) => setStatus(life, record, 'cancelled', day)),
  (life, day) => withOne(life, openServicesOf(life, day + 30), (record) => deleteService(life, record)),
  ...repeat(2, (life, day) =>
    withOne(life, openServicesOf(life, day + 30), (record) => moveService(life, record, near(life, day, 3, 30))),
  ),
  moveBack,
  ...repeat(2, answerOne),
  ...repeat(2, (life, day) =>
    withOne(life, openServicesOf(life, day + 20), (record) =>
      priceService(life, record, (1 + life.random.int(40_000)) / 100),
    ),
  ),
  ...repeat(3, editShoots),
]

/** Moves something to a date that it has had. */
async function moveBack(life: Life, day: DayNumber): Promise<void> {
  const subjects = [...coveragesOf(life), ...openServicesOf(life, Infinity)]
  const earlier = subjects.flatMap((about) =>
    about.reminders.filter(({ due }) => due !== dateOf(about) && Math.abs(due - day) < 60),
  )
  await withOne(life, earlier, ({ about, due }) =>
    about.kind === 'maintenance' ? moveService(life, about, due) : moveCoverage(life, about, due),
  )
}

function repeat(times: number, one: Edit): Edit[] {
  return Array.from({ length: times }, () => one)
}

/** A day around today. */
function near({ random }: Life, day: DayNumber, before: number, after: number): DayNumber {
  return day - before + random.int(before + after + 1)
}

/** The day of a purchase, often the last one of a month. */
function purchasedOn({ random }: Life, day: DayNumber): DayNumber | null {
  if (random.chance(0.2)) return null
  const since = day - random.int(150)
  return random.chance(0.5) ? since : dayOf(`${textOf(since).slice(0, 8)}01`) - 1
}

const gearOf = ({ world }: Life): Item[] => world.items.filter((item) => !item.isDeleted && !item.isRetired)
/** Without work in progress: an item that is retired during its service may be set to maintenance once more. */
const idleGearOf = (life: Life): Item[] =>
  gearOf(life).filter(
    (item) =>
      item !== life.world.metered?.item &&
      !life.world.services.some((one) => one.item === item && exists(one) && one.status === 'in_progress'),
  )
const pickGear = (life: Life): Item | null =>
  life.random.chance(0.6) && gearOf(life).length > 0 ? life.random.pick(gearOf(life)) : null
const coveragesOf = ({ world }: Life): Coverage[] =>
  world.coverages.filter((one) => exists(one) && one.item?.isRetired !== true)
/**
 * On a day with a new reading, a service by use is left alone: what is counted from it would depend on milliseconds.
 */
const openServicesOf = ({ world }: Life, until: DayNumber): Service[] =>
  world.services.filter(
    (one) =>
      exists(one) &&
      isUnfinished(one) &&
      one.due <= until &&
      !one.item.isRetired &&
      !(world.metered?.isReadToday && one.service === USE.service),
  )

async function withOne<T>({ random }: Life, list: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  if (list.length > 0) await work(random.pick(list))
}

/** What people do on a day. @returns true if they did something */
export async function editAtRandom(life: Life, day: DayNumber): Promise<boolean> {
  const { random, isBusyDay } = life
  const count = isBusyDay || random.chance(0.1) ? 1 + random.int(7) : 0
  for (let done = 0; done < count; done++) await random.pick(edits)(life, day)
  return count > 0
}
