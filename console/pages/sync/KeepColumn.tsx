import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import type { FieldProposal } from '../../../contract/control/explain.ts'
import { useRights } from '../../api/session.ts'
import { useTexts } from '../../base/language.tsx'
import { useCustomFields } from '../../base/useCustomFields.ts'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { useKeepField } from './answers/useKeepField.ts'

function useKeepColumn(proposal: FieldProposal) {
  const { sync: texts } = useTexts()
  const keep = useKeepField()
  return useMutation({
    mutationFn: () => keep(proposal),
    onSuccess: () => notifications.show({ message: texts.columnKept(proposal.label) }),
  })
}

/** Offers to keep a column that no field has as an own field, whose type its cells say. The next plan reads it. */
export function KeepColumn({ proposal }: { proposal: FieldProposal }) {
  const { sync: texts, customFields } = useTexts()
  const { ownerCan } = useRights()
  const { fields } = useCustomFields()
  const { mutate, error, isPending } = useKeepColumn(proposal)
  const { label, type, unit } = proposal
  const kind = unit === undefined ? customFields.types[type] : `${customFields.types[type]} (${unit})`
  if (fields?.some((field) => field.label === label)) return <p className="small">{texts.readByNextPlan}</p>
  if (!ownerCan('fields:write')) return <p className="small">{texts.couldBeOwnField(kind)}</p>
  return (
    <>
      <Button variant="default" size="compact-sm" loading={isPending} onClick={() => mutate()}>
        {texts.keepColumn(kind)}
      </Button>
      {error && <ErrorNote error={error} />}
    </>
  )
}
