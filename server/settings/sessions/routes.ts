import { endSession, listSessions } from '../../../contract/settings/sessions.ts'
import { bindRead, bindWrite, type Route } from '../../http/route.ts'
import { endAccountSession } from './end.ts'
import { listAccountSessions } from './list.ts'

export const sessionRoutes: Route[] = [
  bindRead(listSessions, listAccountSessions),
  bindWrite(endSession, () => undefined, endAccountSession),
]
