import { Button, Group, Modal, Radio, Text } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../base/language.tsx'

interface FieldConflict {
  name: string
  label: string
  yours: string
  theirs: string
}

interface ValueConflictProps {
  /** Default: another person has changed the record. */
  title?: string
  /** The fields that both sides changed, to different values. */
  fields: readonly FieldConflict[]
  onClose: () => void
  /** @param kept names of the fields that keep the other person's value */
  onResolve: (kept: ReadonlySet<string>) => void
}

/** Shows both values of each field that two people changed, and asks which one to keep. */
export function ValueConflict({ title, fields, onClose, onResolve }: ValueConflictProps) {
  const texts = useTexts()
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const choose = (name: string, isTheirs: boolean): void =>
    setKept((before) => new Set(isTheirs ? [...before, name] : [...before].filter((other) => other !== name)))
  return (
    <Modal
      opened
      onClose={onClose}
      title={title ?? texts.owner.conflictTitle}
      size="lg"
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <div className="stack">
        <Text size="sm">{texts.item.conflictText}</Text>
        {fields.map(({ name, label, yours, theirs }) => (
          <Radio.Group
            key={name}
            label={label}
            value={kept.has(name) ? 'theirs' : 'yours'}
            onChange={(side) => choose(name, side === 'theirs')}
          >
            <div className="stack choice-texts">
              <Radio value="yours" label={`${texts.item.yours}: ${yours}`} />
              <Radio value="theirs" label={`${texts.item.theirs}: ${theirs}`} />
            </div>
          </Radio.Group>
        ))}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button onClick={() => onResolve(kept)}>{texts.item.keepGoing}</Button>
        </Group>
      </div>
    </Modal>
  )
}
