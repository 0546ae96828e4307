import { listEvents } from '../../../contract/settings/events.ts'
import { bindRead, type Route } from '../../http/route.ts'
import { listAccountEvents } from './list.ts'

export const eventRoutes: Route[] = [bindRead(listEvents, listAccountEvents)]
