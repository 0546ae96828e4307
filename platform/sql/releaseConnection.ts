import type { PoolClient } from 'pg'

/** Returns a connection to the pool after a failure, or closes it if it is unusable. */
export async function releaseConnection(
  client: PoolClient,
  isBroken: boolean,
  endCommand: string | undefined,
): Promise<void> {
  const isReusable =
    isBroken || endCommand === undefined
      ? !isBroken
      : await client.query(endCommand).then(
          () => true,
          () => false,
        )
  client.release(!isReusable)
}
