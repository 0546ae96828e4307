import { getGear } from '../../../contract/api/gear.ts'
import type { Answer } from '../../answer.ts'
import type { ReadContext } from '../../http/route.ts'
import { answerRecord } from '../shared/record.ts'
import { gearById } from './store.ts'

export const getGearItem = (context: ReadContext): Promise<Answer> =>
  answerRecord(context, getGear, { recordName: 'gear_item', resource: 'gear', table: 'gear', byId: gearById })
