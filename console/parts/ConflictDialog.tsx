import { Button, Group, Modal, Radio, Text } from '@mantine/core'
import { useState } from 'react'
import { findConflicts, valueOf, type Conflict } from '../api/conflict.ts'
import { useTexts } from '../app/language.tsx'
import './conflict.css'

interface ConflictDialogProps {
  title: string
  conflict: Conflict
  labelOf: (name: string) => string
  textOf: (name: string, value: unknown) => string
  onClose: () => void
  onResolve: (updates: Record<string, unknown>) => void
}

/** Shows yours and theirs of each field that both changed. */
export function ConflictDialog({ title, conflict, labelOf, textOf, onClose, onResolve }: ConflictDialogProps) {
  const texts = useTexts()
  const names = findConflicts(conflict)
  const [theirsOf, setTheirsOf] = useState<Record<string, boolean>>({})
  const resolve = (): void => onResolve(Object.fromEntries(Object.entries(conflict.updates).filter(([name]) => theirsOf[name] !== true)))
  const option = (name: string, isTheirs: boolean) => (
    <Radio
      name={name}
      checked={(theirsOf[name] ?? false) === isTheirs}
      onChange={() => setTheirsOf((before) => ({ ...before, [name]: isTheirs }))}
      label={`${isTheirs ? texts.item.theirs : texts.item.yours}: ${textOf(name, isTheirs ? valueOf(conflict.theirs, name) : conflict.updates[name])}`}
    />
  )
  return (
    <Modal opened onClose={onClose} title={title} size="lg" zIndex={300} closeButtonProps={{ 'aria-label': texts.close }}>
      <Text size="sm" mb="md">
        {names.length > 0 ? texts.item.conflictText : texts.item.noDifference}
      </Text>
      <div className="stack">
        {names.map((name) => (
          <fieldset key={name} className="conflict">
            <Text component="legend" size="sm" className="soft">
              {labelOf(name)}
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
