import { afterEach, describe, expect, it } from 'vitest'
import { checkDefaultCategory } from '../../sheets/mapping/checkDefaultCategory.ts'
import { defineCategories } from '../../sheets/vocabulary/customCategories.ts'
import { mapText, source, toCsv } from './support.ts'
import type { SourceSettings } from '../../sheets/sources/settings.ts'

afterEach(() => defineCategories([]))

/** Reads words below `Type`. @returns type and category, or the code of the refusal */
function typesOf(words: readonly string[], settings?: SourceSettings): unknown[] {
  const rows = words.map((word, index) => [`T-${index}`, word, 'Yamaha', `MG${index}`])
  const { rows: mapped } = mapText(toCsv([['Asset Tag', 'Type', 'Brand', 'Model'], ...rows]), settings)
  return mapped.map(({ fields, errors }) => {
    if (errors[0]) return errors[0].code
    const { gear_type: type, category } = fields
    return category === undefined ? type : [type, category].join('/')
  })
}

const audio = [
  { name: 'mixer', label: 'Mischpult' },
  { name: 'patch_bay', label: 'Steckfeld (19")' },
  { name: 'di_box', label: 'DI-Box' },
]

describe('words of own categories', () => {
  it('are names and labels, whatever their case, number and marks', () => {
    defineCategories(audio)
    const words = ['mixer', 'MIXERS', 'Mischpult', 'mischpulte', 'accessory/mixer', 'Zubehör / Mischpult']
    expect(
      typesOf([...words, 'Patch Bay', 'patch_bay', 'PATCH-BAYS', 'steckfeld (19")', 'DI Box', 'di-boxes']),
    ).toEqual([
      ...words.map(() => 'accessory/mixer'),
      ...Array.from({ length: 4 }, () => 'accessory/patch_bay'),
      ...Array.from({ length: 2 }, () => 'accessory/di_box'),
    ])
  })

  it('leave those of built-in types and categories alone', () => {
    const words = ['Camera', 'Objektive', 'Tripods', 'Zubehör', 'accessory/audio', 'Microphone']
    const builtIn = typesOf(words)
    defineCategories([...audio, { name: 'optics', label: 'Objektive' }, { name: 'legs', label: 'Tripod' }])
    expect(typesOf(words)).toEqual(builtIn)
    expect(typesOf(['Tripod', 'Optics', 'accessory/optics'])).toEqual(['accessory/tripod', 'lens', 'accessory/optics'])
  })

  it('replace synonyms of built-in categories, since the account has its own word for them', () => {
    expect(typesOf(['Display', 'Storage', 'Case'])).toEqual(['accessory/monitor', 'accessory', 'accessory/bag'])
    defineCategories([
      { name: 'display', label: 'Display' },
      { name: 'storage', label: 'Storage' },
    ])
    expect(typesOf(['Display', 'Storage', 'Case', 'Monitor'])).toEqual([
      'accessory/display',
      'accessory/storage',
      'accessory/bag',
      'accessory/monitor',
    ])
  })

  it('are none if two categories have them, except that a name is one', () => {
    defineCategories([
      { name: 'desk', label: 'Pult' },
      { name: 'lectern', label: 'Pult' },
      { name: 'stand', label: 'desk' },
    ])
    expect(typesOf(['Pult', 'Desk', 'Lectern', 'Pulte'])).toEqual([
      'unknown_type',
      'accessory/desk',
      'accessory/lectern',
      'unknown_type',
    ])
  })

  it('are read in a column of categories, too, and as headings', () => {
    defineCategories(audio)
    const text = toCsv([
      ['asset_tag', 'gear_type', 'brand', 'model', 'category'],
      ['T-1', 'accessory', 'Yamaha', 'MG12', 'mixer'],
      ['T-2', 'accessory', 'Yamaha', 'MG16', 'Mischpulte'],
      ['T-3', 'accessory', 'Sony', 'X', 'audio'],
    ])
    expect(mapText(text).rows.map(({ fields }) => fields['category'])).toEqual(['mixer', 'mixer', 'audio'])
    const headed = mapText(
      'Asset Tag,Type,Brand,Model\nMischpulte,,,\nT-1,,Yamaha,MG12\nT-2,,Yamaha,MG16\nStative,,,\nT-3,,Sachtler,Ace\n',
    )
    expect(headed.rows.filter(({ outcome }) => outcome === undefined).map(({ headingType }) => headingType)).toEqual([
      'accessory/mixer',
      'accessory/mixer',
      'accessory/tripod',
    ])
  })

  it('can be mapped by values:, and a category that the account lacks refuses its rows', () => {
    const settings = source('values: { gear_type: { Pult: accessory/mixer, Lautsprecher: accessory/speaker } }')
    defineCategories(audio)
    expect(typesOf(['Pult', 'Lautsprecher', 'Stativ'], settings)).toEqual([
      'accessory/mixer',
      'unknown_type',
      'accessory/tripod',
    ])
    defineCategories([{ name: 'speaker', label: 'Box' }])
    expect(typesOf(['Pult', 'Lautsprecher'], settings)).toEqual(['unknown_type', 'accessory/speaker'])
  })

  it('are not settings if they cannot be names', () => {
    for (const word of ['accessory/Mixer', 'mixer', 'CHOOSE', 'accessory/'])
      expect(() => source(`values: { gear_type: { Pult: ${word} } }`), word).toThrow('gear_type')
  })

  it('are checked for defaults:', () => {
    const settings = source('defaults: { gear_type: accessory/mixer }')
    expect(() => checkDefaultCategory(settings)).toThrow('The account has no category mixer')
    defineCategories(audio)
    checkDefaultCategory(settings)
    checkDefaultCategory(source('defaults: { gear_type: filter/nd }'))
  })
})
