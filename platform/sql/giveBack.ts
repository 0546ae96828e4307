import type { PoolClient } from 'pg'

/** Gives a connection back to the pool after a failure, or ends it where it cannot be used any more. */
export async function giveBack(client: PoolClient, broken: boolean, end: string | undefined): Promise<void> {
  const ended =
    broken || end === undefined
      ? !broken
      : await client.query(end).then(
          () => true,
          () => false,
        )
  client.release(!ended)
}
