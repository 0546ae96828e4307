const MIN_BYTES = 1024

/** Distinct row numbers as bits, because a set of a large sheet's rows takes 20 MB. */
export class RowNumbers {
  #bits = new Uint8Array(MIN_BYTES)
  #size = 0

  get size(): number {
    return this.#size
  }

  /** @param row 0 or more */
  add(row: number): void {
    const [index, bit] = [row >> 3, 1 << (row & 7)]
    if (index >= this.#bits.length) {
      const larger = new Uint8Array(Math.max(2 * this.#bits.length, index + 1))
      larger.set(this.#bits)
      this.#bits = larger
    }
    const byte = this.#bits[index] ?? 0
    if ((byte & bit) !== 0) return
    this.#bits[index] = byte | bit
    this.#size++
  }
}
