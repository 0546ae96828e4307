import type { Client } from '../../client/client.ts'
import { createShoot, updateShoot, type NewShoot, type ShootStatus } from '../../contract/api/shoots.ts'
import type { DemoDays } from './days.ts'

/**
 * `when` is a week relative to this one with a weekday, or days from today. `status` applies to future shoots; earlier
 * ones are completed.
 */
interface DemoShoot {
  when: [week: number, weekday: number] | number
  time: string
  minutes: number
  title: string
  client?: string
  at: string[]
  status: ShootStatus
  progress?: number
  notes?: string
}

const [MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY] = [0, 1, 2, 3, 4] as const
const STUDIO_1 = ['Studio 1']
const STUDIO_2 = ['Studio 2']
const done = { status: 'completed' } as const
const sure = { status: 'confirmed' } as const
const idea = { status: 'planning' } as const

/** Recent and planned shoots of the studio. The clients are invented. */
const SHOOTS: readonly DemoShoot[] = [
  {
    when: [-4, TUESDAY],
    time: '09:00',
    minutes: 480,
    title: 'Autumn lookbook',
    client: 'Alder & Finch',
    at: STUDIO_1,
    ...done,
  },
  {
    when: [-3, MONDAY],
    time: '10:00',
    minutes: 360,
    title: 'Menu, ten dishes',
    client: 'Fennel Kitchen',
    at: STUDIO_2,
    ...done,
  },
  {
    when: [-3, THURSDAY],
    time: '14:00',
    minutes: 240,
    title: 'Portraits of the ensemble',
    client: 'Harbour Theatre',
    at: ['Foyer'],
    ...done,
  },
  {
    when: [-2, WEDNESDAY],
    time: '09:30',
    minutes: 420,
    title: 'Glaze catalogue',
    client: 'Marlow Ceramics',
    at: STUDIO_2,
    ...done,
  },
  {
    when: [-2, FRIDAY],
    time: '06:30',
    minutes: 300,
    title: 'Boathouse film',
    client: 'Tidewater Rowing',
    at: ['Boathouse'],
    status: 'cancelled',
    notes: 'Storm warning. A new day in spring.',
  },
  {
    when: [-1, TUESDAY],
    time: '07:30',
    minutes: 300,
    title: 'Roastery interiors',
    client: 'Nordlicht Coffee',
    at: ['Roastery'],
    ...done,
  },
  {
    when: [-1, THURSDAY],
    time: '11:00',
    minutes: 180,
    title: 'Team portraits',
    client: 'Larkfield Architects',
    at: STUDIO_1,
    ...done,
  },
  {
    when: [0, MONDAY],
    time: '08:30',
    minutes: 600,
    title: 'Winter campaign, day 1',
    client: 'Alder & Finch',
    at: ['Studio 1', 'Old harbour'],
    ...sure,
    progress: 40,
  },
  {
    when: [0, TUESDAY],
    time: '08:30',
    minutes: 600,
    title: 'Winter campaign, day 2',
    client: 'Alder & Finch',
    at: ['Old harbour'],
    ...sure,
    progress: 20,
    notes: 'FX3 with cage, both Aputure lights, rain covers.',
  },
  {
    when: [0, WEDNESDAY],
    time: '10:00',
    minutes: 240,
    title: 'Teapot, product film',
    client: 'Marlow Ceramics',
    at: STUDIO_2,
    ...sure,
  },
  {
    when: [0, THURSDAY],
    time: '15:00',
    minutes: 120,
    title: 'Interview with the founder',
    client: 'Nordlicht Coffee',
    at: ['Roastery'],
    ...idea,
  },
  {
    when: [0, FRIDAY],
    time: '09:00',
    minutes: 180,
    title: 'Aerials of the new hall',
    client: 'Larkfield Architects',
    at: ['Quay 7'],
    ...sure,
    notes: 'Two operators for the Inspire. Flight permit until noon.',
  },
  { when: 1, time: '16:30', minutes: 90, title: 'Camera tests', at: STUDIO_1, ...idea },
  {
    when: [1, MONDAY],
    time: '18:00',
    minutes: 180,
    title: 'Rehearsal photographs',
    client: 'Harbour Theatre',
    at: ['Main stage'],
    ...sure,
  },
  {
    when: [1, TUESDAY],
    time: '10:00',
    minutes: 360,
    title: 'Recipe cards',
    client: 'Fennel Kitchen',
    at: STUDIO_2,
    ...idea,
  },
  {
    when: [1, THURSDAY],
    time: '09:30',
    minutes: 300,
    title: 'Gift table',
    client: 'Quince Paper Goods',
    at: STUDIO_1,
    ...idea,
  },
  {
    when: [3, WEDNESDAY],
    time: '11:00',
    minutes: 240,
    title: 'Spring lookbook, casting',
    client: 'Alder & Finch',
    at: STUDIO_1,
    ...idea,
  },
]

const toBody = (
  { when, time, minutes, title, client, at, notes }: DemoShoot,
  { inDays, inWeek }: DemoDays,
): NewShoot => ({
  title,
  shoot_date: typeof when === 'number' ? inDays(when) : inWeek(...when),
  shoot_time: time,
  duration_minutes: minutes,
  locations: at,
  ...(client !== undefined && { client_name: client }),
  ...(notes !== undefined && { notes }),
})

/** Enters the shoots of the demo. @param api client of the API */
export async function enterShoots(api: Client, days: DemoDays): Promise<void> {
  const enter = async (shoot: DemoShoot): Promise<void> => {
    const body = toBody(shoot, days)
    const { id } = (await api.call(createShoot, { body }, { idempotencyKey: crypto.randomUUID() })).body.data
    const isOver = body.shoot_date < days.today && shoot.status !== 'cancelled'
    const status = isOver ? 'completed' : shoot.status
    const progress = isOver ? 100 : shoot.progress
    const updates = { status, ...(progress !== undefined && { completion_progress: progress }) }
    await api.call(updateShoot, { params: { id }, body: { updates } }, { idempotencyKey: crypto.randomUUID() })
  }
  await Promise.all(SHOOTS.map(enter))
}
