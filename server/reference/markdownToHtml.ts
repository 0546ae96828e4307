const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character)

export function inlineToHtml(markdown: string): string {
  return markdown
    .split(/(`[^`]+`)/)
    .map((part) =>
      part.length > 1 && part.startsWith('`')
        ? `<code>${escapeHtml(part.slice(1, -1))}</code>`
        : escapeHtml(part)
            .replaceAll(/\[([^\]]+)\]\((#[\w-]+|\/[\w/#.-]*)\)/g, '<a href="$2">$1</a>')
            .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>'),
    )
    .join('')
}

export const toSlug = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-')

function blockToHtml(text: string): string {
  const fence = /^```(\w*)\n([\s\S]*)\n```$/.exec(text)
  if (fence) return `<pre class="code"><code>${escapeHtml(fence[2] ?? '')}</code></pre>`
  const heading = /^(#{1,4}) (.+)$/.exec(text)
  if (heading) {
    const [, marks = '', words = ''] = heading
    return `<h${marks.length} id="${toSlug(words)}">${inlineToHtml(words)}</h${marks.length}>`
  }
  if (text.startsWith('- ')) {
    const items = text
      .split(/\n(?=- )/)
      .map((item) => `<li>${inlineToHtml(item.slice(2).replaceAll(/\n\s*/g, ' '))}</li>`)
    return `<ul>${items.join('')}</ul>`
  }
  return `<p>${inlineToHtml(text.replaceAll('\n', ' '))}</p>`
}

/** Splits at blank lines outside code fences. */
const splitBlocks = (markdown: string): string[] =>
  markdown.trim().match(/```[\s\S]*?\n```|[^\n](?:(?!\n\n|\n```)[\s\S])*/g) ?? []

export const markdownToHtml = (markdown: string): string =>
  splitBlocks(markdown)
    .map((text) => blockToHtml(text.trim()))
    .join('\n')
