import {
  createField,
  CustomFieldPatch,
  deleteField,
  listOwnFields,
  NewCustomField,
  updateField,
} from '../../../contract/settings/fields.ts'
import { checkBody } from '../../http/checkBody.ts'
import { bindRead, bindWrite, type Route } from '../../http/route.ts'
import { createAccountField } from './create.ts'
import { listAccountFields } from './list.ts'
import { removeAccountField } from './remove.ts'
import { updateAccountField } from './update.ts'

export const fieldSettingsRoutes: Route[] = [
  bindRead(listOwnFields, listAccountFields),
  bindWrite(createField, checkBody(NewCustomField), createAccountField),
  bindWrite(updateField, checkBody(CustomFieldPatch), updateAccountField),
  bindWrite(deleteField, () => undefined, removeAccountField),
]
