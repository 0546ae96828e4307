import { createKey, getKey, KeyRotation, listKeys, NewKey, revokeKey, rotateKey } from '../../../contract/settings/keys.ts'
import { bindRead, bindWrite, type Route } from '../../http/route.ts'
import { checkBody } from '../checkBody.ts'
import { createAccountKey } from './create.ts'
import { getAccountKey } from './get.ts'
import { listAccountKeys } from './list.ts'
import { revokeAccountKey } from './revoke.ts'
import { rotateAccountKey } from './rotate.ts'

export const keyRoutes: Route[] = [
  bindRead(listKeys, listAccountKeys),
  bindRead(getKey, getAccountKey),
  bindWrite(createKey, checkBody(NewKey), createAccountKey),
  bindWrite(rotateKey, checkBody(KeyRotation), rotateAccountKey),
  bindWrite(revokeKey, () => undefined, revokeAccountKey),
]
