import { Loader, Select } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { toFieldKey } from '../../../../contract/api/fieldKeys.ts'
import type { Run } from '../../../../contract/control/control.ts'
import type { FieldProposal } from '../../../../contract/control/explain.ts'
import { useRights } from '../../../api/session.ts'
import { useTexts } from '../../../base/language.tsx'
import { useCustomFields } from '../../../base/useCustomFields.ts'
import { ErrorNote } from '../../../parts/ErrorNote.tsx'
import { useFieldLabel } from '../../inventory/useFieldText.ts'
import { AUTOMATIC, KEEP, LEAVE_OUT, listColumnChoices } from './columnChoices.ts'
import { useAnswer } from './useAnswer.ts'
import { useKeepField } from './useKeepField.ts'

/** A column as the plan reads it. */
interface ReadColumn {
  header: string
  /** Field; undefined if the column is left out, or is no single field. */
  field: string | undefined
  isSet: boolean
  proposal?: FieldProposal | undefined
}

function useColumnAnswer(run: Run, { header, proposal }: ReadColumn) {
  const answer = useAnswer(run)
  const keep = useKeepField()
  return useMutation({
    mutationFn: async (choice: string) => {
      const isKept = choice === KEEP && proposal !== undefined
      if (isKept) await keep(proposal)
      const field = isKept ? toFieldKey(proposal.name) : choice
      return answer.mutateAsync({ columns: { [header]: field === AUTOMATIC ? null : field } })
    },
  })
}

/** Asks as which field a column is read. The plan follows each choice. */
export function ColumnChoice({ run, column }: { run: Run; column: ReadColumn }) {
  const texts = useTexts()
  const labelOf = useFieldLabel()
  const { ownerCan } = useRights()
  const { fields = [] } = useCustomFields()
  const { mutate, error, isPending, variables } = useColumnAnswer(run, column)
  const { header, field, isSet, proposal } = column
  const choices = listColumnChoices(texts, labelOf, fields, ownerCan('fields:write') ? proposal : undefined)
  const left = isSet ? LEAVE_OUT : AUTOMATIC
  const now = field ?? left
  // A meaning that only Kitroom gives, such as a currency, is shown and cannot be chosen elsewhere.
  const isKnown = choices.some(({ value }) => value === now)
  const data = isKnown ? choices : [{ value: now, label: texts.sync.columnMeanings[now] ?? labelOf(now) }, ...choices]
  return (
    <>
      <Select
        size="xs"
        searchable
        allowDeselect={false}
        aria-label={texts.answers.readAs(header)}
        data={data}
        value={isPending ? variables : now}
        disabled={isPending}
        rightSection={isPending ? <Loader size="xs" /> : undefined}
        onChange={(choice) => choice !== null && choice !== now && mutate(choice)}
      />
      {error && <ErrorNote error={error} />}
    </>
  )
}
