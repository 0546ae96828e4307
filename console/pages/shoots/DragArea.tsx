import {
  AutoScroller,
  Cursor,
  Feedback,
  PointerActivationConstraints,
  PreventSelection,
  StyleInjector,
} from '@dnd-kit/dom'
import { DragDropProvider, DragOverlay, PointerSensor } from '@dnd-kit/react'
import type { ReactNode } from 'react'
import type { Shoot } from '../../../contract/api/shoots.ts'
import { readStyleNonce } from '../../base/styleNonce.ts'
import { shootTones } from './tones.ts'
import type { MoveShoot } from './useMoveShoot.ts'

/** A shorter touch opens the shoot, or scrolls the page. */
const LONG_PRESS_MS = 250
const LONG_PRESS_MAX_PX = 5
/** Minimum movement of a drag. A mouse that moves less clicks. */
const MOUSE_MIN_PX = 5

const { Delay, Distance } = PointerActivationConstraints
const sensors = [
  PointerSensor.configure({
    activationConstraints: ({ pointerType }) => [
      pointerType === 'mouse'
        ? new Distance({ value: MOUSE_MIN_PX })
        : new Delay({ value: LONG_PRESS_MS, tolerance: LONG_PRESS_MAX_PX }),
    ],
    preventActivation: ({ target }) => target instanceof Element && target.closest('button') !== null,
  }),
]
// The library's keys and roles are left out: a shoot stays a link, Enter opens it, and its menu or Alt and an arrow
// moves it.
const plugins = [
  StyleInjector.configure({ nonce: readStyleNonce() }),
  // Scrolling begins in this outer part of the screen. The speed is in pixels per frame at the edge.
  AutoScroller.configure({ threshold: { x: 0, y: 0.2 }, acceleration: 12 }),
  Cursor,
  Feedback,
  PreventSelection,
]

interface DragAreaProps {
  shoots: readonly Shoot[]
  move: MoveShoot
  /** Appearance of a dragged shoot, equal to that on its day. */
  look: 'month' | 'week'
  children: ReactNode
}

/** Contains days between which shoots can be dragged, with a mouse or, after a long press, with a finger. */
export function DragArea({ shoots, move, look, children }: DragAreaProps) {
  return (
    <DragDropProvider
      sensors={sensors}
      plugins={plugins}
      onDragEnd={({ operation: { source, target }, canceled }) => {
        if (!canceled && source && target) move.moveTo(String(source.id), String(target.id))
      }}
    >
      {children}
      <DragOverlay dropAnimation={null}>
        {({ id }) => {
          const shoot = shoots.find((each) => each.id === id)
          if (!shoot) return null
          return (
            <div
              className={`dragged-shoot ${look === 'month' ? `month-shoot tag-${shootTones[shoot.status]}` : 'week-shoot week-title'}`}
              dir="auto"
            >
              {shoot.shoot_time} {shoot.title}
            </div>
          )
        }}
      </DragOverlay>
    </DragDropProvider>
  )
}
