/** Names a column for people: its letter and header. */
export const formatColumn = ({ letter, header }: { letter: string; header: string }): string => `${letter} "${header}"`
