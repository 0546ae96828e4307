import { useEffect, useEffectEvent, type KeyboardEvent } from 'react'
import type { Shoot } from '../../../contract/api/shoots.ts'
import { useRights } from '../../api/session.ts'
import { addDays } from '../../base/days.ts'
import { useTexts } from '../../base/language.tsx'
import { useNotify } from '../../parts/useNotify.ts'
import { DAYS_PER_WEEK } from './days.ts'
import { useShootUpdate, type ShootUpdate } from './useShootUpdate.ts'

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -DAYS_PER_WEEK,
  ArrowDown: DAYS_PER_WEEK,
}

/** Keys that move a focused shoot, for aria-keyshortcuts. */
export const MOVE_KEYS = Object.keys(STEPS)
  .map((key) => `Alt+${key}`)
  .join(' ')

/** Returns the id of the element that shows a shoot. It keeps the focus when the shoot moves to another day. */
export const shootElementId = (id: string): string => `shoot-${id}`

/** Longer than the list needs to move a shoot to another day's element, and the menu to close. */
const FOCUS_AFTER_MS = 250

function focusShoot(id: string): void {
  setTimeout(() => {
    if (document.activeElement === document.body) document.getElementById(shootElementId(id))?.focus()
  }, FOCUS_AFTER_MS)
}

export interface MoveShoot {
  update: ShootUpdate
  /** Moves one of the page's shoots to a day. */
  moveTo: (id: string, day: string) => void
  /** Moves the shoot by Alt and an arrow. */
  onKeyDown: (shoot: Shoot, event: KeyboardEvent) => void
}

export function useMoveShoot(shoots: readonly Shoot[]): MoveShoot {
  const texts = useTexts().shoots
  const { can } = useRights()
  const notify = useNotify()
  const update = useShootUpdate((shoot) => {
    focusShoot(shoot.id)
    notify.message(texts.saved(shoot.title))
  })
  const { error } = update
  const showError = useEffectEvent(notify.error)
  useEffect(() => {
    if (error) showError(error)
  }, [error])
  const moveTo = (id: string, day: string): void => {
    const shoot = shoots.find((each) => each.id === id)
    if (shoot && shoot.shoot_date !== day) update.save(shoot, { shoot_date: day })
  }
  return {
    update,
    moveTo,
    onKeyDown: (shoot, event) => {
      const days = STEPS[event.key]
      if (!event.altKey || days === undefined || !can('shoots:write') || update.isSaving) return
      event.preventDefault()
      moveTo(shoot.id, addDays(shoot.shoot_date, days))
    },
  }
}
