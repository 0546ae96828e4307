import { Select } from '@mantine/core'
import {
  filterKinds,
  gearConditions,
  gearStatuses,
  gearTypes,
  sensorFormats,
} from '../../../../contract/api/gearFields.ts'
import type { Run } from '../../../../contract/control/control.ts'
import { useTexts } from '../../../base/language.tsx'
import { useCategoryLabels } from '../../../base/useCategories.ts'
import { ErrorNote } from '../../../parts/ErrorNote.tsx'
import { useFieldText } from '../../inventory/useFieldText.ts'
import { useAnswer } from './useAnswer.ts'

const valuesOf: Readonly<Record<string, readonly string[]>> = {
  status: gearStatuses,
  condition: gearConditions,
  sensor_format: sensorFormats,
  image_circle: sensorFormats,
  category: [],
  filter_kind: filterKinds,
}

/** True if the meaning of an unknown word of the field is a setting. */
export const canMean = (field: string): boolean => field === 'gear_type' || Object.hasOwn(valuesOf, field)

interface WordChoiceProps {
  run: Run
  field: string
  word: string
  /** The similar value, if there is one. */
  nearest: string | undefined
}

/** Asks for the value that an unknown word of a sheet means. */
export function WordChoice({ run, field, word, nearest }: WordChoiceProps) {
  const texts = useTexts().answers
  const textOf = useFieldText()
  const categories = Object.keys(useCategoryLabels())
  const { mutate, error, isPending } = useAnswer(run)
  const single = (name: string, values: readonly string[], prefix = '') =>
    values.map((value) => ({ value: prefix + value, label: textOf(name, value) }))
  const data =
    field === 'gear_type'
      ? [
          { group: textOf('gear_type', 'camera'), items: single('gear_type', gearTypes) },
          { group: textOf('gear_type', 'accessory'), items: single('category', categories, 'accessory/') },
          { group: textOf('gear_type', 'filter'), items: single('filter_kind', filterKinds, 'filter/') },
        ]
      : single(field, field === 'category' ? categories : (valuesOf[field] ?? []))
  return (
    <>
      <Select
        size="xs"
        searchable
        aria-label={texts.wordMeans(word)}
        placeholder={nearest === undefined ? texts.choose : textOf(field, nearest)}
        data={data}
        value={null}
        disabled={isPending}
        onChange={(value) => value !== null && mutate({ values: { [field]: { [word]: value } } })}
      />
      {error && <ErrorNote error={error} />}
    </>
  )
}
