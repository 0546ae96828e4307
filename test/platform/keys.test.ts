import { describe, expect, it } from 'vitest'
import { hashKey, isWellFormedKey, generateKey } from '../../platform/keyFormat.ts'

describe('keys', () => {
  it('have the documented form and a valid checksum', () => {
    const keys = Array.from({ length: 200 }, () => generateKey('sk_studio_'))
    expect(new Set(keys).size).toBe(200)
    for (const key of keys) {
      expect(key).toMatch(/^sk_studio_[0-9A-Za-z]{49}$/)
      expect(isWellFormedKey(key)).toBe(true)
      const index = 10 + (key.charCodeAt(20) % 49)
      expect(isWellFormedKey(`${key.slice(0, index)}${key[index] === 'a' ? 'b' : 'a'}${key.slice(index + 1)}`)).toBe(
        false,
      )
    }
    expect(isWellFormedKey('')).toBe(false)
    expect(hashKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })
})
