/** A language and the frequency of its non-ASCII letters. */
export interface Language {
  name: string
  /** Non-ASCII letters, lower case, most frequent first. */
  letters: string
  /**
   * True if the language has its own script. Most of its letters are non-ASCII, so a single letter is weaker evidence.
   */
  isOwnScript?: boolean
  /** Prior penalty for rare languages, in nats. */
  rareness?: number
}

const german: Language = { name: 'German', letters: 'üäöß' }

export const westernLanguages: readonly Language[] = [
  german,
  { name: 'French', letters: 'éèàêçôîûâùïëœÿæ' },
  { name: 'Spanish', letters: 'óíáéñúü' },
  { name: 'Italian', letters: 'àèòùéì' },
  { name: 'Portuguese', letters: 'ãçáéíóõêâàúô' },
  { name: 'Dutch', letters: 'ëéïöüèó' },
  { name: 'Danish or Norwegian', letters: 'øåæéö' },
  { name: 'Swedish', letters: 'äåöé' },
  { name: 'Finnish', letters: 'äöåšž', rareness: 1 },
  { name: 'Catalan', letters: 'àèòéíóúçïü', rareness: 2 },
  { name: 'Icelandic', letters: 'áíðéóúöýþæ', rareness: 3 },
]

export const centralEuropeanLanguages: readonly Language[] = [
  { name: 'Polish', letters: 'łąęśżóćźń' },
  { name: 'Czech', letters: 'áíéěřčýžšůúóťďň' },
  { name: 'Hungarian', letters: 'áéóöíőüúű' },
  { name: 'Slovak', letters: 'áíéýčžšľúťňôóďäĺŕ', rareness: 1 },
  { name: 'Romanian', letters: 'ăîţşâșț', rareness: 1 },
  { name: 'Croatian or Slovenian', letters: 'čšžćđ', rareness: 1 },
  german,
]

export const turkishLanguages: readonly Language[] = [{ name: 'Turkish', letters: 'ıişüçğöâ' }, ...westernLanguages]

export const cyrillicLanguages: readonly Language[] = [
  { name: 'Russian', letters: 'оеаинтсрвлкмдпуяызьбгчйхжюшцщэфёъ', isOwnScript: true },
  { name: 'Ukrainian', letters: 'оанивіертслкдумпязьбгчйхїжєюшцщфґ', isOwnScript: true, rareness: 1 },
  { name: 'Bulgarian', letters: 'аоиентрсвлкдпмзъуябгчйжхщшцюф', isOwnScript: true, rareness: 1 },
  { name: 'Serbian', letters: 'аоиенртсјкувдмпљгзбцшчњхжћфђџ', isOwnScript: true, rareness: 2 },
]

export const greekLanguages: readonly Language[] = [
  { name: 'Greek', letters: 'αοιετσνηυρπκμλςωίάόέήθδγύχφβξζώψϊΐϋ', isOwnScript: true },
]

export const balticLanguages: readonly Language[] = [
  { name: 'Lithuanian', letters: 'ėšąųįžčūę', rareness: 2 },
  { name: 'Latvian', letters: 'āīēšņļģķžčū', rareness: 2 },
  { name: 'Estonian', letters: 'äõüöšž', rareness: 2 },
]
