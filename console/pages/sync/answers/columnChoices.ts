import { commonFields, defaultedFields, ownFields, requiredFields } from '../../../../contract/api/gearFields.ts'
import { toFieldKey } from '../../../../contract/api/fieldKeys.ts'
import type { CustomField } from '../../../../contract/api/customFields.ts'
import type { FieldProposal, TableInfo } from '../../../../contract/control/explain.ts'
import type { Texts } from '../../../texts/en.ts'

/** Values of the choice that are no fields. */
export const AUTOMATIC = ''
export const LEAVE_OUT = 'ignore'
/** Keeps the column as the own field that its cells propose. */
export const KEEP = 'keep'

const fieldNames = [
  ...Object.keys({ ...requiredFields, ...commonFields, ...defaultedFields }),
  ...new Set(Object.values(ownFields).flatMap((fields) => Object.keys(fields))),
]

/** Meanings that only Kitroom gives: no setting names them. */
const UNSET_MEANINGS = new Set(['currency', 'not_on_hand'])

interface Choice {
  value: string
  label: string
}

/** Lists what a column can be read as: Kitroom's fields, own fields, one that it proposes, or nothing. */
export function listColumnChoices(
  texts: Texts,
  labelOf: (field: string) => string,
  customFields: readonly CustomField[],
  proposal: FieldProposal | undefined,
): Choice[] {
  const kind = proposal && texts.customFields.types[proposal.type]
  const own = customFields.filter(({ state }) => state !== 'ending').map(({ name }) => toFieldKey(name))
  return [
    { value: AUTOMATIC, label: texts.answers.automatic },
    { value: LEAVE_OUT, label: texts.answers.leaveOut },
    ...(kind === undefined ? [] : [{ value: KEEP, label: texts.answers.keepAs(kind) }]),
    ...[...fieldNames, ...own].map((value) => ({ value, label: labelOf(value) })),
    ...Object.entries(texts.sync.columnMeanings).flatMap(([value, label]) =>
      UNSET_MEANINGS.has(value) ? [] : [{ value, label }],
    ),
  ]
}

/** Headers that stand above one column only. Others cannot be named in the settings. */
export function listNameable({ columns, left_out: leftOut }: TableInfo): ReadonlySet<string> {
  const headers = [...columns, ...leftOut].map(({ header }) => header.trim().toLowerCase())
  return new Set(headers.filter((header) => header !== '' && headers.indexOf(header) === headers.lastIndexOf(header)))
}
