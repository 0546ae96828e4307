import { getShoot } from '../../../contract/api/shoots.ts'
import type { Answer } from '../../answer.ts'
import type { ReadContext } from '../../http/route.ts'
import { answerRecord } from '../shared/record.ts'
import { shootById } from './store.ts'

export const getShootPlan = (context: ReadContext): Promise<Answer> =>
  answerRecord(context, getShoot, { recordName: 'shoot', resource: 'shoots', table: 'shoot', byId: shootById })
