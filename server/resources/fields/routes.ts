import { listFields } from '../../../contract/api/customFields.ts'
import { bindRead, type Route } from '../../http/route.ts'
import { listFieldDefinitions } from './list.ts'

export const fieldRoutes: Route[] = [bindRead(listFields, listFieldDefinitions)]
