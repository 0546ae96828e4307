import { text, type OddSheet } from './oddSheet.ts'

/** Sheets whose values earlier versions read wrong. */
export const regressions: readonly OddSheet[] = [
  text(
    'utf-8',
    `
Tag,Type,Brand,Model,Value (000s),Price (old),Price (USD cents),Filter thread (in)
I-1,Lens,Zeiss,Supreme 35,18.5,17900,1899900,3.7
I-2,Lens,Zeiss,Supreme 50,18.5,17900,1899900,3.7`,
    {
      name: 'an insurance list: thousands, cents, inches and former prices are other columns',
      language: 'English',
      currency: 'USD',
      rows: `
2|I-1|lens|Zeiss|Supreme 35
3|I-2|lens|Zeiss|Supreme 50`,
    },
  ),
  text(
    'utf-8',
    `
Tag,Type,Brand,Model,Purchased
US-1,Camera,Sony,FX3,3.14.2021
US-2,Camera,Sony,FX6,3.4.2021
US-3,Camera,Sony,FX9,12.25.2020
US-4,Camera,Sony,A1,5.5.2021
US-5,Camera,Sony,A7,2021-03-04`,
    {
      name: 'an American who writes dates with dots, month first',
      language: 'English',
      currency: 'USD',
      rows: `
2|!no_such_day
3|!ambiguous_date
4|!no_such_day
5|US-4|camera|Sony|A1|purchase_date=2021-05-05
6|US-5|camera|Sony|A7|purchase_date=2021-03-04`,
    },
  ),
  text(
    'utf-8',
    `
Tag,Type,Brand,Model,Status
V-1,Camera,Sony,FX3,Available
V-2,Camera,Sony,FX6,not available
V-3,Camera,Sony,FX9,no disponible
V-4,Camera,Sony,A1,n/a`,
    {
      name: 'a school: what is not available is not read as a blank status',
      language: 'English',
      currency: 'USD',
      rows: `
2|V-1|camera|Sony|FX3|status=available
3|!unknown_value
4|!unknown_value
5|V-4|camera|Sony|A1`,
    },
  ),
  text(
    'utf-8',
    `
Tag,Type,Brand,Model,Weight
G-1,Tripod,Gitzo,GT3,2
G-2,Tripod,Gitzo,GT5,2.9
G-3,Tripod,Gitzo,GT1,1.4 kg
G-4,Head,Gitzo,GH1,380 g`,
    {
      name: 'a nature photographer: kilograms without their unit are no grams',
      language: 'English',
      currency: 'USD',
      rows: `
2|!not_a_number
3|!not_a_number
4|G-3|accessory/tripod|Gitzo|GT1|weight_g=1400
5|G-4|accessory/head|Gitzo|GH1|weight_g=380`,
    },
  ),
]
