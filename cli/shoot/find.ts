import type { Client } from '../../client/client.ts'
import { getShoot, listShoots, type Shoot } from '../../contract/shoots.ts'
import { uuid } from '../../contract/text.ts'
import { CliError } from '../errors.ts'
import { clean } from '../show/clean.ts'
import { table } from '../show/table.ts'

const PAGE = 200

/** Finds a shoot by id, or by its full title if unique. @throws CliError, ApiError */
export async function findShoot(api: Client, name: string): Promise<Shoot> {
  if (uuid.safeParse(name).success) return (await api.call(getShoot, { params: { id: name } })).body.data
  const listed = (await api.call(listShoots, { query: { q: name, limit: PAGE } })).body.data
  const found = listed.filter(({ title }) => title.toLowerCase() === name.trim().toLowerCase())
  if (found[0] && found.length === 1) return found[0]
  if (found.length === 0) throw new CliError(`No shoot has the title "${clean(name)}". Give the whole title or the id: kitroom shoot list`)
  const rows = found.map(({ id, shoot_date: date, status }) => [id, date, status])
  throw new CliError(`${found.length} shoots have this title. Give the id of one:\n${table(['id', 'date', 'status'], rows)}`)
}
