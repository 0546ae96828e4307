import { useState, type DragEvent } from 'react'
import { useRights } from '../../api/session.ts'

/** Makes an element a day onto which a shoot can be dropped. */
export function useDropDay(onDrop: (id: string) => void) {
  const { can } = useRights()
  const [isOver, setOver] = useState(false)
  if (!can('shoots:write')) return {}
  return {
    'data-over': isOver,
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      onDrop(event.dataTransfer.getData('text/plain'))
    },
  }
}
