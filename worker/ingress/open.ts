import { ConfigError } from '../../platform/environment.ts'
import type { WorkerConfig } from '../context/config.ts'
import type { WorkerContext } from '../context/context.ts'
import { calendarRoute } from './calendars.ts'
import { planLinkRoute } from './planLinks.ts'
import { receiveRoute } from './receive.ts'
import { reminderLinkRoute } from './reminderLinks.ts'
import { openIngress, type Ingress } from './server.ts'
import { createSignaller } from '../wakeups/signaller.ts'
import { unsubscribeLinkRoute } from './unsubscribeLinks.ts'

/** @throws ConfigError when it cannot listen on the configured address */
export async function openWorkerIngress(
  context: WorkerContext,
  settings: WorkerConfig['ingress'],
  isHealthy: () => boolean,
): Promise<Ingress> {
  const { host, port, secrets, trustedProxies } = settings
  const signaller = createSignaller(context)
  const { reminderLinks } = context
  const routes = [
    receiveRoute(context, secrets, signaller),
    calendarRoute(context),
    reminderLinkRoute(context, reminderLinks),
    planLinkRoute(context, reminderLinks),
    unsubscribeLinkRoute(context, reminderLinks),
  ]
  const ingress = await openIngress({ host, port, routes, log: context.log, isHealthy, trustedProxies }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        throw new ConfigError(
          `Port ${port} on ${host} is in use. Stop what listens there, or set KITROOM_INGRESS_PORT.`,
          { cause: error },
        )
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
        throw new ConfigError(`This machine has no address ${host}. Set KITROOM_INGRESS_HOST to one that it has.`, {
          cause: error,
        })
      throw error
    },
  )
  if (secrets.length === 0)
    context.log.info(
      'No webhook is registered for this worker, so it learns of changes once a day. To learn of them immediately: kitroom worker setup (npm start does this automatically).',
    )
  const close = async (): Promise<void> => {
    await ingress.close()
    await signaller.stop()
  }
  return { url: ingress.url, close }
}
