import { ActionIcon, Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { maintenanceTransitions, type Maintenance } from '../../../contract/api/maintenance.ts'
import { useTexts } from '../../base/language.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { Icon } from '../../parts/icons.tsx'
import { CompleteDialog } from './CompleteDialog.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { ServiceConflict } from './ServiceConflict.tsx'
import { useServiceUpdate } from './useServiceUpdate.ts'

/** Shows the actions for a service: complete, move to another date, other allowed statuses. */
export function ServiceActions({ record }: { record: Maintenance }) {
  const texts = useTexts().maintenance
  const [open, setOpen] = useState<'complete' | 'move'>()
  const update = useServiceUpdate()
  const { status } = record
  const isOpen = status === 'scheduled' || status === 'in_progress'
  const targets = maintenanceTransitions[status].filter((target) => target !== 'completed')
  const close = (): void => setOpen(undefined)
  return (
    <div className="service-actions">
      {isOpen && (
        <Button size="compact-xs" variant="light" onClick={() => setOpen('complete')}>
          {texts.complete}
        </Button>
      )}
      <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false} disabled={update.isSaving}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={texts.actions(record.service_type)}
            loading={update.isSaving}
          >
            <Icon name="dots" size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isOpen && <Menu.Item onClick={() => setOpen('move')}>{texts.move}</Menu.Item>}
          {targets.map((target) => (
            <Menu.Item key={target} onClick={() => update.save(record, { status: target })}>
              {texts.transitions[target]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {update.error && <ErrorNote error={update.error} />}
      <ServiceConflict update={update} />
      {open === 'complete' && <CompleteDialog record={record} onClose={close} />}
      {open === 'move' && <MoveDialog record={record} onClose={close} />}
    </div>
  )
}
