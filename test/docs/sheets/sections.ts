const block = (name: string): RegExp => new RegExp(`(<!-- made: ${name} -->\\n\\n\`\`\`text\\n)[\\s\\S]*?(\\n\`\`\`)`)

/** Replaces the text between the fences of a section, which a command printed. */
export function fillSection(text: string, name: string, content: string): string {
  if (!block(name).test(text)) throw new Error(`the document has no section "${name}"`)
  return text.replace(block(name), (_all, before: string, after: string) => before + content + after)
}

/** The text between the fences of a section. */
export const sectionOf = (text: string, name: string): string | undefined =>
  block(name)
    .exec(text)?.[0]
    .split('```text\n')[1]
    ?.replace(/\n```$/, '')
