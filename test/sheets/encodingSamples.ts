export type SampleItem = readonly [location: string, notes: string]

/** Typical items by language, and the encodings in which they are saved. */
export const lists: readonly { language: string; encodings: readonly string[]; items: readonly SampleItem[] }[] = [
  {
    language: 'German',
    encodings: ['windows-1252', 'macintosh'],
    items: [
      ['Küche, Regal 2', 'Gehäuse mit Kratzern – 250 Euro Selbstbehalt'],
      ['Büro', 'für Außenaufnahmen'],
      ['Straße 5', 'geprüft'],
    ],
  },
  {
    language: 'French',
    encodings: ['windows-1252', 'macintosh'],
    items: [
      ['Étagère du fond', 'prêté à Zoé'],
      ['Réserve', 'boîtier abîmé, à réparer'],
      ['Côté fenêtre', 'l’écran est fêlé'],
    ],
  },
  {
    language: 'Spanish',
    encodings: ['windows-1252', 'macintosh'],
    items: [
      ['Almacén', 'cámara pequeña'],
      ['Baño', 'garantía de 2 años'],
    ],
  },
  {
    language: 'Danish',
    encodings: ['windows-1252'],
    items: [
      ['Hylde på kontoret', 'udlånt til Søren'],
      ['Kælder', 'købt brugt'],
    ],
  },
  {
    language: 'Swedish',
    encodings: ['windows-1252', 'macintosh'],
    items: [
      ['Förråd', 'utlånad till Åsa'],
      ['Skåp 3', 'märkt med blå tejp'],
    ],
  },
  {
    language: 'Portuguese',
    encodings: ['windows-1252'],
    items: [
      ['Armário', 'não está disponível'],
      ['Estúdio São João', 'manutenção'],
    ],
  },
  {
    language: 'Polish',
    encodings: ['windows-1250', 'iso-8859-2'],
    items: [
      ['Półka główna', 'wypożyczony do piątku'],
      ['Łódź, magazyn', 'żarówka zużyta'],
      ['Szafa', 'część osprzętu'],
    ],
  },
  {
    language: 'Czech',
    encodings: ['windows-1250', 'iso-8859-2'],
    items: [
      ['Skříň č. 2', 'zapůjčeno Jiřímu'],
      ['Žlutý kufr', 'světlo nefunguje'],
    ],
  },
  {
    language: 'Hungarian',
    encodings: ['windows-1250'],
    items: [
      ['Felső polc', 'kölcsönözve Győrbe'],
      ['Raktár', 'törött szűrő, új töltő kell'],
    ],
  },
  {
    language: 'Turkish',
    encodings: ['windows-1254'],
    items: [
      ['Işık dolabı', 'şarj aleti arızalı'],
      ['Üst raf', 'müşteri için ayrıldı'],
    ],
  },
  {
    language: 'Russian',
    encodings: ['windows-1251', 'koi8-r', 'ibm866'],
    items: [
      ['Шкаф у окна', 'объектив в ремонте'],
      ['Полка 2', 'новый аккумулятор'],
    ],
  },
  {
    language: 'Ukrainian',
    encodings: ['windows-1251'],
    items: [
      ['Шафа біля вікна', 'позичено їм'],
      ['Склад', 'є запасний об’єктив'],
    ],
  },
  {
    language: 'Greek',
    encodings: ['windows-1253'],
    items: [
      ['Ράφι δεξιά', 'νέα μπαταρία'],
      ['Αποθήκη', 'φακός σε επισκευή'],
    ],
  },
  {
    language: 'Japanese',
    encodings: ['shift_jis', 'euc-jp'],
    items: [
      ['棚の上', '修理中です'],
      ['第一スタジオ', 'バッテリーは別の箱'],
      ['倉庫', '予約済'],
    ],
  },
  {
    language: 'Chinese (simplified)',
    encodings: ['gb18030', 'gbk'],
    items: [
      ['仓库二号货架', '镜头需要维修'],
      ['摄影棚', '已借出'],
    ],
  },
  {
    language: 'Chinese (traditional)',
    encodings: ['big5'],
    items: [
      ['倉庫二號貨架', '鏡頭需要維修'],
      ['攝影棚', '已借出'],
    ],
  },
  {
    language: 'Korean',
    encodings: ['euc-kr'],
    items: [
      ['선반 위', '렌즈 수리 중'],
      ['창고', '배터리 새것'],
    ],
  },
]
