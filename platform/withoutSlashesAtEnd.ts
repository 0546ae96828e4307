/**
 * Removes slashes at the end of a text, in linear time: a pattern such as `/\/+$/` looks at each run of slashes many
 * times.
 */
export function withoutSlashesAtEnd(text: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === '/') end--
  return text.slice(0, end)
}
