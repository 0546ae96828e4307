import { Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Category } from '../../../contract/api/categories.ts'
import type { CategoryPatch, listOwnCategories, updateCategory } from '../../../contract/settings/categories.ts'
import { categoriesQuery } from '../../api/queries.ts'
import { callSettings, etagOf } from '../../api/request.ts'
import { findCrossed, useVersionedSave, type Version } from '../../api/versioned.ts'
import { useTexts } from '../../base/language.tsx'
import { DialogButtons } from '../../parts/DialogButtons.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { LabelInput } from '../../parts/LabelInput.tsx'
import { ValueConflict } from '../../parts/ValueConflict.tsx'

const toVersion = ({ label, ...category }: Category): Version => ({ values: { label }, etag: etagOf(category) })

function useSaveCategory(category: Category, onClose: () => void) {
  const client = useQueryClient()
  return useVersionedSave(toVersion(category), {
    read: async () => {
      const { data } = await callSettings<typeof listOwnCategories>('GET /categories')
      // The next write is refused if the category is gone.
      return toVersion(data.find(({ id }) => id === category.id) ?? category)
    },
    write: (updates, etag) => {
      const input = { params: { id: category.id }, body: { updates: updates as CategoryPatch['updates'] } }
      return callSettings<typeof updateCategory>('PATCH /categories/{id}', input, { ifMatch: etag })
    },
    onSaved: () => {
      onClose()
      void client.invalidateQueries({ queryKey: categoriesQuery.queryKey })
    },
  })
}

export function EditCategoryDialog({ category, onClose }: { category: Category; onClose: () => void }) {
  const { categories: texts, ...common } = useTexts()
  const { crossing, error, isSaving, save, cancel, resolve } = useSaveCategory(category, onClose)
  const [label, setLabel] = useState(category.label)
  return (
    <Modal opened onClose={onClose} title={texts.editTitle} closeButtonProps={{ 'aria-label': common.close }}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save({ label: label.trim() })
        }}
      >
        <LabelInput text={texts.label} label={label} error={error} onChange={setLabel} />
        {error && <ErrorNote error={error} />}
        <DialogButtons submitText={common.save} isSaving={isSaving} onCancel={onClose} />
      </form>
      {crossing && (
        <ValueConflict
          fields={findCrossed(crossing).map((name) => ({
            name,
            label: texts.label,
            yours: String(crossing.updates[name]),
            theirs: String(crossing.theirs.values[name]),
          }))}
          onClose={cancel}
          onResolve={resolve}
        />
      )}
    </Modal>
  )
}
