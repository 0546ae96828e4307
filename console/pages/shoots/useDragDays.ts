import { useDraggable, useDroppable } from '@dnd-kit/react'
import type { Shoot } from '../../../contract/api/shoots.ts'
import { useRights } from '../../api/session.ts'

/** Makes an element a shoot that can be dragged to another day, within a DragArea. */
export function useDragShoot(shoot: Shoot) {
  const { can } = useRights()
  const { ref, isDragSource } = useDraggable({ id: shoot.id, disabled: !can('shoots:write') })
  return { ref, 'data-dragged': isDragSource }
}

/** Makes an element a day on which a shoot can be dropped. */
export function useDropDay(day: string) {
  const { ref, isDropTarget } = useDroppable({ id: day })
  return { ref, 'data-over': isDropTarget }
}
