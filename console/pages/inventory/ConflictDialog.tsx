import { Button, Group, Modal, Radio, Text } from '@mantine/core'
import { useState } from 'react'
import type { Gear } from '../../../contract/gear.ts'
import { useTexts } from '../../app/language.tsx'
import { fieldLabel, useFieldText } from './useFieldText.ts'

export interface Conflict {
  updates: Record<string, unknown>
  base: Gear
  theirs: Gear
}

const valueOf = (item: Gear, name: string): unknown => (item as Record<string, unknown>)[name] ?? null
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Fields that both sides changed, to different values. */
const findConflicts = ({ updates, base, theirs }: Conflict): string[] =>
  Object.keys(updates).filter((name) => !isSame(valueOf(base, name), valueOf(theirs, name)) && !isSame(valueOf(theirs, name), updates[name]))

interface ConflictDialogProps {
  conflict: Conflict
  onClose: () => void
  onResolve: (updates: Record<string, unknown>) => void
}

/** Shows yours and theirs of each field that both changed. */
export function ConflictDialog({ conflict, onClose, onResolve }: ConflictDialogProps) {
  const texts = useTexts()
  const toText = useFieldText()
  const names = findConflicts(conflict)
  const [theirsOf, setTheirsOf] = useState<Record<string, boolean>>({})
  const resolve = (): void => onResolve(Object.fromEntries(Object.entries(conflict.updates).filter(([name]) => theirsOf[name] !== true)))
  const option = (name: string, isTheirs: boolean) => (
    <Radio
      name={name}
      checked={(theirsOf[name] ?? false) === isTheirs}
      onChange={() => setTheirsOf((before) => ({ ...before, [name]: isTheirs }))}
      label={`${isTheirs ? texts.item.theirs : texts.item.yours}: ${toText(name, isTheirs ? valueOf(conflict.theirs, name) : conflict.updates[name])}`}
    />
  )
  return (
    <Modal opened onClose={onClose} title={texts.item.conflictTitle} size="lg" closeButtonProps={{ 'aria-label': texts.close }}>
      <Text size="sm" mb="md">
        {names.length > 0 ? texts.item.conflictText : texts.item.noDifference}
      </Text>
      <div className="stack">
        {names.map((name) => (
          <fieldset key={name} className="form-part conflict">
            <Text component="legend" size="sm" className="soft">
              {fieldLabel(texts, name)}
            </Text>
            {option(name, false)}
            {option(name, true)}
          </fieldset>
        ))}
      </div>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button onClick={resolve}>{texts.item.keepGoing}</Button>
      </Group>
    </Modal>
  )
}
