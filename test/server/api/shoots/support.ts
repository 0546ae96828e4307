import type { Shoot } from '../../../../contract/api/shoots.ts'
import type { Api, Reply } from '../../../support/api.ts'

/** The body of a shoot with every required field. */
export const shootBody = (fields: Record<string, unknown> = {}): Record<string, unknown> => ({
  title: 'Wedding Ærø',
  shoot_date: '2026-06-20',
  ...fields,
})

export const shootOf = (reply: Reply): Shoot => reply.item() as unknown as Shoot

export const shootsOf = (reply: Reply): Shoot[] => reply.items() as unknown as Shoot[]

export async function makeShoot(api: Api, fields: Record<string, unknown> = {}): Promise<Shoot> {
  const reply = await api.post('/shoots', shootBody(fields))
  if (reply.status !== 201) throw new Error(`not created: ${reply.text}`)
  return shootOf(reply)
}

/** The order of lists: by date, by time with null last, by id. */
export function byStart(a: Shoot, b: Shoot): number {
  if (a.shoot_date !== b.shoot_date) return a.shoot_date < b.shoot_date ? -1 : 1
  if (a.shoot_time !== b.shoot_time) {
    if (a.shoot_time === null) return 1
    if (b.shoot_time === null) return -1
    return a.shoot_time < b.shoot_time ? -1 : 1
  }
  return a.id < b.id ? -1 : 1
}
