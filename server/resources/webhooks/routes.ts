import { listDisabledWebhooks } from '../../../contract/api/webhooks.ts'
import { bindRead, type Route } from '../../http/route.ts'
import { listDisabledEndpoints } from './listDisabled.ts'

export const disabledWebhookRoutes: Route[] = [bindRead(listDisabledWebhooks, listDisabledEndpoints)]
