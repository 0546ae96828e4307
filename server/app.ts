import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { apiPlane, settingsPlane } from '../contract/planes.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import type { Database } from '../platform/sql/types.ts'
import { createAuditBuffer } from './audit/buffer.ts'
import { createKeyRing } from './auth/keys.ts'
import type { AppContext } from './context.ts'
import { createVersions } from './db/versions.ts'
import { createListener } from './http/adapter.ts'
import { createHttpServer } from './http/listener.ts'
import { createOutgoing } from './http/outgoing.ts'
import { createPages } from './http/pages.ts'
import { createReplyCache } from './http/replyCache.ts'
import { createRouter } from './http/router.ts'
import type { Route } from './http/route.ts'
import { analyticsRoutes } from './resources/analytics/routes.ts'
import { gearRoutes } from './resources/gear/routes.ts'
import { profileRoutes } from './resources/profile/routes.ts'
import { shootRoutes } from './resources/shoots/routes.ts'
import { keyRoutes } from './settings/keys/routes.ts'
import { ownProfileRoutes } from './settings/profile/routes.ts'
import { subscriptionRoutes } from './settings/subscription/routes.ts'

/** Every route of the API: the table to read first. */
export const apiRoutes: readonly Route[] = [...gearRoutes, ...shootRoutes, ...analyticsRoutes, ...profileRoutes]

/** Every route of the account settings. */
export const settingsRoutes: readonly Route[] = [...keyRoutes, ...ownProfileRoutes, ...subscriptionRoutes]

const planes = [
  { plane: apiPlane, routes: apiRoutes },
  { plane: settingsPlane, routes: settingsRoutes },
]

/** Connections that do not end by themselves are cut after this long. */
const DRAIN_DEADLINE_MS = 10_000

export interface App {
  /** Listens and gives the base URL. */
  listen(host: string, port: number): Promise<string>
  /** Finishes what has begun, refuses what comes, writes the audit, then closes. The database is the caller's. */
  drain(): Promise<void>
}

/** Puts the server together. It does not listen yet. */
export function buildApp(deps: { db: Database; clock: Clock; log: Logger; auditReads: boolean }): App {
  const keys = createKeyRing(deps.db)
  const replies = createReplyCache({ keepsRecords: deps.db.foreignCommits() !== undefined })
  const context: AppContext = {
    ...deps,
    keys,
    versions: createVersions(deps.db, () => {
      keys.forget()
      replies.forgetAllRecords()
    }),
    replies,
    outgoing: createOutgoing(),
    audit: createAuditBuffer(deps.db, deps.clock, deps.log),
    draining: false,
  }
  const server = createHttpServer(createListener(context, createRouter(planes), createPages(context)))
  return {
    listen: (host, port) => listen(server, host, port),
    async drain() {
      context.draining = true
      await close(server)
      await context.audit.close()
    },
  }
}

function listen(server: Server, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      const { address, family, port: bound } = server.address() as AddressInfo
      resolve(`http://${family === 'IPv6' ? `[${address}]` : address}:${bound}`)
    })
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_DEADLINE_MS)
    server.close(() => {
      clearTimeout(deadline)
      resolve()
    })
    server.closeIdleConnections()
  })
}
