import { ActionIcon, Menu } from '@mantine/core'
import { shootTransitions, type Shoot } from '../../../contract/api/shoots.ts'
import { addDays } from '../../base/days.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import { Icon } from '../../parts/icons.tsx'
import { DAYS_PER_WEEK } from './days.ts'
import type { ShootUpdate } from './useShootUpdate.ts'

/** Moves a shoot and changes its status without dragging. */
export function ShootMenu({ shoot, update }: { shoot: Shoot; update: ShootUpdate }) {
  const texts = useTexts().shoots
  const format = useFormat()
  const move = (name: keyof typeof texts.moves, days: number) => {
    const day = addDays(shoot.shoot_date, days)
    return (
      <Menu.Item onClick={() => update.save(shoot, { shoot_date: day })}>
        {texts.moves[name]} ({format.weekday(day)})
      </Menu.Item>
    )
  }
  return (
    <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false} disabled={update.isSaving}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={texts.actions(shoot.title)}
          loading={update.isSaving}
        >
          <Icon name="dots" size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{texts.move}</Menu.Label>
        {move('dayEarlier', -1)}
        {move('dayLater', 1)}
        {move('weekEarlier', -DAYS_PER_WEEK)}
        {move('weekLater', DAYS_PER_WEEK)}
        <Menu.Label>{texts.fields.status}</Menu.Label>
        {shootTransitions[shoot.status].map((status) => (
          <Menu.Item key={status} onClick={() => update.save(shoot, { status })}>
            {texts.statuses[status]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
