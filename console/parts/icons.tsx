import type { ReactNode } from 'react'

const paths = {
  today: 'M4 11.5 12 5l8 6.5V20h-5v-5h-6v5H4z',
  inventory: 'M4 8h3l1.5-2.5h7L17 8h3v11H4zM12 16.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7',
  sync: 'M5 12a7 7 0 0 1 12-4.9L20 10M20 5v5h-5M19 12a7 7 0 0 1-12 4.9L4 14M4 19v-5h5',
  shoots: 'M5 6h14v14H5zM5 10h14M9 4v4M15 4v4',
  maintenance: 'M14.5 6.5a4 4 0 0 0-5 5L4 17l3 3 5.500-5.500a4 4 0 0 0 5-5L15 12l-3-3z',
  documents: 'M7 3h7l4 4v14H7zM14 3v4h4M10 12h5M10 16h5',
  reminders: 'M6 17V11a6 6 0 0 1 12 0v6l1.500 1.500h-15zM10 20.500h4',
  figures: 'M5 20V10M12 20V4M19 20v-7',
  fields: 'M4 5h16v5H4zM4 14h9v5H4zM18.500 13.500v6M15.500 16.500h6',
  keys: 'M8.500 19a4 4 0 1 0 0-8 4 4 0 0 0 0 8M11.500 12.500 20 4M16.500 7.500 19 10',
  webhooks: 'M4 12h11M11 7l5 5-5 5M20 5v14',
  audit: 'M5 5h14M5 10h9M5 15h6M13 17.500l2.500 2.500 4.500-5',
  subscription: 'M4 6h16v12H4zM4 10.500h16M7.500 14.500h4',
  profile: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4.500 20a7.500 7.500 0 0 1 15 0',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14M16 16l4.500 4.500',
  more: 'M4 7h16M4 12h16M4 17h16',
  dots: 'M5 12h.01M12 12h.01M19 12h.01',
  plus: 'M12 5v14M5 12h14',
  columns: 'M4 5h16v14H4zM10 5v14M15 5v14',
  download: 'M12 4v11M7.500 11 12 15.500 16.500 11M5 20h14',
  upload: 'M12 16V5M7.500 9 12 4.500 16.500 9M5 20h14',
  back: 'M14.500 6 8.500 12l6 6',
  next: 'M9.500 6l6 6-6 6',
  close: 'M6 6l12 12M18 6 6 18',
  check: 'M5 12.500 10 17.500 19 7',
} as const
export type IconName = keyof typeof paths

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  )
}

/** The sign of Kitroom. */
export const Mark = ({ size = 26 }: { size?: number }): ReactNode => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <rect width="32" height="32" rx="8" className="mark-ground" />
    <path d="M10 8v16M10 17.500 20.500 8M14.500 14 21.500 24" className="mark-line" />
  </svg>
)
