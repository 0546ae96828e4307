const TEXTS_PER_BLOCK = 1024

/**
 * Stores many short texts in order, some of them undefined. It joins them in blocks, because one string per text needs
 * three times the memory.
 */
export class CompactTexts {
  readonly #blocks: { texts: string; ends: Uint32Array }[] = []
  #open: (string | undefined)[] = []

  add(text: string | undefined): void {
    this.#open.push(text)
    if (this.#open.length < TEXTS_PER_BLOCK) return
    // A mark precedes each defined text, because the text may be empty.
    const texts = this.#open.map((open) => (open === undefined ? '' : `=${open}`))
    let end = 0
    this.#blocks.push({ texts: texts.join(''), ends: Uint32Array.from(texts, ({ length }) => (end += length)) })
    this.#open = []
  }

  at(position: number): string | undefined {
    const index = position % TEXTS_PER_BLOCK
    const block = this.#blocks[Math.floor(position / TEXTS_PER_BLOCK)]
    if (!block) return this.#open[index]
    const [start, end] = [index === 0 ? 0 : (block.ends[index - 1] ?? 0), block.ends[index] ?? 0]
    return start === end ? undefined : block.texts.slice(start + 1, end)
  }
}
