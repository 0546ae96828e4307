import { listCategories } from '../../../contract/api/categories.ts'
import { bindRead, type Route } from '../../http/route.ts'
import { listAllCategories } from './list.ts'

export const categoryRoutes: Route[] = [bindRead(listCategories, listAllCategories)]
