// Words and signs beside a number: units and currencies.
import type { ColumnRules } from './columnRules.ts'
import { say, type Said } from '../../contract/sentences/say.ts'
import { currenciesOf } from './currency.ts'
import { parseFault, shorten, type ParseResult } from './parseResult.ts'
import { listUnits } from './units.ts'

export const WRITE_NUMBER = say('write_number')

const createUnitHint = (field: string): Said => {
  const unit = listUnits(field)[0]
  return unit === undefined ? WRITE_NUMBER : say('write_in_unit', { unit })
}

/** Finds the fault of a word or sign beside a number: another unit, or another currency than the account's. */
export function checkAffixes(affixes: readonly string[], text: string, rules: ColumnRules): ParseResult | undefined {
  for (const affix of affixes) {
    if (rules.kind === 'money') {
      const currencies = currenciesOf(affix)
      if (currencies.length === 0)
        return parseFault(
          'not_a_number',
          say('no_currency', { text: shorten(text), word: shorten(affix) }),
          WRITE_NUMBER,
        )
      if (!currencies.includes(rules.currency)) return createOtherCurrencyFault(text, rules)
    } else if (!listUnits(rules.field).includes(affix.toLowerCase().replace(/\.$/, ''))) {
      return parseFault(
        'not_a_number',
        say('other_unit', { text: shorten(text), word: shorten(affix), field: rules.field }),
        createUnitHint(rules.field),
      )
    }
  }
  return checkCurrencyBeside(affixes, text, rules)
}

/** Checks the currency of the header and of the row. */
function checkCurrencyBeside(affixes: readonly string[], text: string, rules: ColumnRules): ParseResult | undefined {
  const other = [rules.rowCurrency, rules.headerCurrency].find(
    (currency) => currency !== undefined && !currenciesOf(currency).includes(rules.currency),
  )
  if (other === undefined) return undefined
  if (affixes.length === 0) return createOtherCurrencyFault(`${text} ${other}`, rules)
  return parseFault('other_currency', say('currency_uncertain', { text: shorten(text), currency: other }))
}

const createOtherCurrencyFault = (text: string, rules: ColumnRules): ParseResult =>
  parseFault('other_currency', say('other_currency', { text: shorten(text), currency: rules.currency }))
