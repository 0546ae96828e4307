import { describe, expect, it } from 'vitest'
import { keysOf, map, tablesOf } from './tableSupport.ts'

describe('lists of gear side by side', () => {
  const text = [
    'Tag,Type,Brand,Model,Price,,Tag,Type,Brand,Model,Serial',
    'A-1,camera,Sony,FX3,4199,,B-1,lens,Sigma,Art,77',
    'A-2,camera,Sony,FX6,5999,,B-2,lens,Sigma,Sport,78',
    ',,,,,,B-3,lens,Sigma,Macro,79',
  ].join('\n')

  it('are each read under its own header', () => {
    expect(map(text)).toEqual([
      [2, 'A-1', { purchase_price: 4199 }],
      [2, 'B-1', { serial_number: '77' }],
      [3, 'A-2', { purchase_price: 5999 }],
      [3, 'B-2', { serial_number: '78' }],
      [4, 'B-3', { serial_number: '79' }],
    ])
    expect(tablesOf(text)).toEqual(['gear 1 A-E', 'gear 1 G-K'])
  })

  it('may start in different rows', () => {
    const lower = [
      'Tag,Type,Brand,Model,Price,,,,,,',
      'A-1,camera,Sony,FX3,4199,,Tag,Type,Brand,Model,Serial',
      'A-2,camera,Sony,FX6,5999,,B-1,lens,Sigma,Art,77',
    ].join('\n')
    expect(keysOf(lower)).toEqual(['A-1', 'A-2', 'B-1'])
  })

  it('are not one list with an empty column', () => {
    const spacedTable =
      'Tag,Type,Brand,Model,,Price,Notes\nA-1,camera,Sony,FX3,,4199,\nA-2,camera,Sony,FX6,,,new\nA-3,camera,Sony,FX9,,9999,old\n'
    expect(map(spacedTable)).toEqual([
      [2, 'A-1', { purchase_price: 4199 }],
      [3, 'A-2', { notes: 'new' }],
      [4, 'A-3', { purchase_price: 9999, notes: 'old' }],
    ])
    expect(tablesOf(spacedTable)).toEqual(['gear 1 A-G'])
  })

  it('without an empty column between them are refused when one has no key', () => {
    expect(() => map('Tag,Type,Brand,Model,Type,Brand,Model\nA-1,camera,a,b,lens,c,d')).toThrow('both name')
  })
})
