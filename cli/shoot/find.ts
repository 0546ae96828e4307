import type { Client } from '../../client/client.ts'
import { getShoot, listShoots, type Shoot } from '../../contract/api/shoots.ts'
import { uuid } from '../../contract/text.ts'
import { CliError } from '../errors.ts'
import { escapeUnsafe } from '../show/text.ts'
import { formatTable } from '../show/table.ts'

const PAGE_SIZE = 200

/** Finds a shoot by id, or by its full title if unique. @throws CliError, ApiError */
export async function findShoot(api: Client, name: string): Promise<Shoot> {
  if (uuid.safeParse(name).success) return (await api.call(getShoot, { params: { id: name } })).body.data
  const candidates = (await api.call(listShoots, { query: { q: name, limit: PAGE_SIZE } })).body.data
  const matches = candidates.filter(({ title }) => title.toLowerCase() === name.trim().toLowerCase())
  if (matches[0] && matches.length === 1) return matches[0]
  if (matches.length === 0)
    throw new CliError(
      `No shoot has the title "${escapeUnsafe(name)}". Give the whole title or the id: kitroom shoot list`,
    )
  const rows = matches.map(({ id, shoot_date: date, status }) => [id, date, status])
  throw new CliError(
    `${matches.length} shoots have this title. Give the id of one:\n${formatTable(['id', 'date', 'status'], rows)}`,
  )
}
