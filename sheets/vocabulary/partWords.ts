// Texts that lists have in place of a tag for parts that belong to the item above.

/** Words for what comes with an item. */
export const includedWords: readonly string[] = [
  'incl, included, includes, inc, including, with, comes with, part of, goes with, belongs to, spare part, same kit',
  'inkl, inklusive, enthalten, mit enthalten, inbegriffen, dabei, dazu, gehört dazu, gehört zu, zugehörig, teil von, beiliegend, im set, im lieferumfang',
  'inclus, incluse, compris, comprise, fourni, fournie, avec, faisant partie de, incluido, incluida, incluidos, incl en, parte de, viene con, con',
  'incluso, inclusa, inclusi, compreso, compresa, in dotazione, parte di, inbegrepen, meegeleverd, onderdeel, onderdeel van, hoort bij, bij',
  'w zestawie, zestaw, w komplecie, dołączony, incluído, incluída, incluso, parte de, vem com, ingår, ingår i, medföljer, inkluderad, del av, inkludert, inkluderet',
  'sisältyy, mukana, součást, součástí, v ceně, přiloženo, součást setu, tartozék, mellékelve, dahil, dahildir, birlikte, в комплекте, входит, включено',
  '付属, 付属品, 同梱, 含む, セット, 附带, 包含, 随附, 配套, 포함',
]

/** Words before the tag of another item: `zu K-1`, `see A-1`. */
export const referenceWords: readonly string[] = [
  'to, of, for, with, see, in, on, from, under, like, as, w, zu, zum, zur, bei, mit, siehe, s, wie, von, gehört zu, für, an, aus',
  'à, au, de, avec, voir, dans, pour, con, ver, véase, en, para, del, vedi, di, per, nel, bij, van, zie, met, voor, uit',
  'katso, ks, bkz, bak, kuuluu, hører til, tillhör, do, z, patrz, przy, dla, w, com, veja, em, ao, till, med, se, i, av, til, hos, viz, k, ke, pro, s, lásd, к, см, в, для, от, с',
]
