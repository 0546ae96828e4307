// Shoots that people enter, move and call off, most of them for the next days.
import { expect } from 'vitest'
import { textOf, type DayNumber } from '../yearModel.ts'
import { patch, type Life } from './patch.ts'
import type { Shoot } from './world.ts'

const TIMES = [null, '06:30', '10:00', '18:45', '23:00']

async function addShoot({ world, studio, random }: Life, day: DayNumber): Promise<void> {
  const { length } = world.shoots
  const fields = {
    title: `Shoot ${length + 1}`,
    client_name: random.chance(0.5) ? `Client ${length}` : null,
    shoot_time: random.pick(TIMES),
    duration_minutes: random.chance(0.5) ? 30 + random.int(300) : null,
    locations: Array.from({ length: random.int(8) }, (_, index) => `Place ${index + 1}`),
    notes: random.chance(0.3) ? 'Two drones' : null,
  }
  const given = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  )
  const date = day + random.int(4)
  const reply = await studio.api.post('/shoots', { ...given, shoot_date: textOf(date) })
  expect(reply).toHaveStatus(201)
  const { title, client_name: client, shoot_time: time } = fields
  world.shoots.push({
    kind: 'shoot',
    id: reply.item().id,
    title,
    client,
    day: date,
    time,
    status: 'planning',
    isDeleted: false,
  })
}

async function changeShoot({ studio, random }: Life, shoot: Shoot, day: DayNumber): Promise<void> {
  if (random.chance(0.2)) {
    expect((await studio.api.delete(`/shoots/${shoot.id}`)).status).toBe(200)
    shoot.isDeleted = true
  } else if (random.chance(0.4)) {
    const date = day + random.int(4)
    await patch(studio, `/shoots/${shoot.id}`, { shoot_date: textOf(date) })
    shoot.day = date
  } else if (random.chance(0.5)) {
    const time = random.pick(TIMES)
    await patch(studio, `/shoots/${shoot.id}`, { shoot_time: time })
    shoot.time = time
  } else {
    const status = shoot.status === 'cancelled' ? 'planning' : random.pick(['confirmed', 'cancelled'] as const)
    await patch(studio, `/shoots/${shoot.id}`, { status })
    shoot.status = status
  }
}

export async function editShoots(life: Life, day: DayNumber): Promise<void> {
  const { world, random } = life
  world.hasEditedShoots = true
  const coming = world.shoots.filter((shoot) => !shoot.isDeleted && shoot.day >= day)
  if (coming.length === 0 || random.chance(0.6)) await addShoot(life, day)
  else await changeShoot(life, random.pick(coming), day)
}
