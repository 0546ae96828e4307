import { getCaller } from '../../../contract/settings/caller.ts'
import {
  createKey,
  getKey,
  KeyRotation,
  listKeys,
  newKeyByKind,
  revokeKey,
  type NewKey,
  rotateKey,
} from '../../../contract/settings/keys.ts'
import { bindRead, bindWrite, type Route } from '../../http/route.ts'
import { isObject } from '../../http/recordBody.ts'
import { checkBody } from '../../http/checkBody.ts'
import { getKeyCaller } from './caller.ts'
import { createAccountKey } from './create.ts'
import { getAccountKey } from './get.ts'
import { listAccountKeys } from './list.ts'
import { revokeAccountKey } from './revoke.ts'
import { rotateAccountKey } from './rotate.ts'

const checkNewKey = (body: unknown): NewKey =>
  checkBody(newKeyByKind[isObject(body) && body['kind'] === 'owner' ? 'owner' : 'api'])(body)

export const keyRoutes: Route[] = [
  bindRead(listKeys, listAccountKeys),
  bindRead(getKey, getAccountKey),
  bindRead(getCaller, getKeyCaller),
  bindWrite(createKey, checkNewKey, createAccountKey),
  bindWrite(rotateKey, checkBody(KeyRotation), rotateAccountKey),
  bindWrite(revokeKey, () => undefined, revokeAccountKey),
]
