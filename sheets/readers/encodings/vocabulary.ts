import { gearTypeWords } from '../../vocabulary/gearTypeWords.ts'
import { CURRENCY_HEADERS } from '../../vocabulary/currencyHeaders.ts'
import { ambiguousHeaders, headerTable } from '../../vocabulary/headers.ts'
import { conditionWords, filterKindWords, statusWords } from '../../vocabulary/words.ts'

/** Non-ASCII words of equipment lists that are not among the known headers. */
const ADDITIONAL_WORDS = [
  'größe, grösse, stück, zubehör, prüfung, geprüft, händler, für, über, tür, küche, straße, gehäuse, lüfter, rückseite, gerät, geräte, schlüssel, größer, müller',
  'numéro, série, écran, étagère, état, à, où, déjà, caméra, trépied, câble, lumière, boîtier, réparé, abîmé, prêté, réf, référence, société, été, février, août, décembre',
  'número, cámara, trípode, batería, óptica, año, señal, categoría, descripción, ubicación, línea, armario, pequeño, niño, garantía',
  'qualità, proprietà, quantità, città, già, più, è, unità, perché, università, proprietà, località, disponibilità',
  'não, câmera, câmara, número, série, localização, descrição, situação, condição, manutenção, bateria, lâmpada, tripé, disponível, observações, fotográfica',
  'één, geïntegreerd, coördinator, ideeën, objectief, opmerking, garantie',
  'mærke, køb, købt, købsdato, værdi, tilbehør, hylde, år, på, lån, udlånt, mål, lås, språk, kjøp, kjøpt, verdi, bemerkninger, blå, grønn, rød, søker',
  'märke, tillverkare, inköpsdatum, värde, tillbehör, på, år, låda, förråd, skåp, blå, grön, röd, utlånad, försäkring, anmärkning, kamerahus, väska',
  'sarjanumero, tyyppi, hylly, päivä, kunto, hyvä, käytössä, lisävaruste, säilytys, takuu, määrä, nimi, hinta, valmistaja',
  'światło, żarówka, ładowarka, półka, głowica, część, główny, góra, łódź, kraków, sprzęt, dostępny, zużyty, wypożyczony, wypożyczone, ilość, data zakupu, wartość, zdjęcia, obiektyw, położenie, miejsce, uszkodzony, osprzęt, źródło, gwarancja, producent, rodzaj, książka, żółty, niebieski, duży, mały, średni, zielony, biały, oświetlenie, mikrofon, słuchawki, torba, skrzynia, szafa, nazwa, właściciel, typ urządzenia, urządzenie',
  'název, značka, výrobce, sériové, číslo, umístění, poznámka, poznámky, dostupný, dostupné, nový, použitý, světlo, nabíječka, držák, skříň, zapůjčeno, příslušenství, žlutý, černý, bílý, červený, velký, malý, žádný, záruka, pořízení, kč, množství, baterie, druh, inventární, půjčeno, přístroj, fotoaparát, objektivy, dobrý, šedý, oprava, regál, kufr, mikrofón, výrobné, značenie, umiestnenie, názov, sklad, pôžičané, dátum, kúpy, svetlo, nabíjačka, príslušenstvo',
  'gyártó, típus, márka, modell, sorozatszám, megjegyzés, állapot, ár, beszerzés, dátum, raktár, fényképezőgép, állvány, töltő, akkumulátor, világítás, szűrő, táska, új, jó, hibás, elérhető, kölcsönözve, kategória, helyszín, polc, szekrény, leltári, szám, készülék, vásárlás, érték, jótállás, használt, kölcsönadva, kábel, fehér, zöld, működik, kiváló',
  'număr, serie, preț, preţ, locație, locaţie, garanție, stare, bună, obiectiv, aparat, cameră, producător, marcă, achiziție, observații, lumină, baterie, încărcător, raft, dulap',
  'seri numarası, açıklama, konum, durum, fiyat, satın alma, ışık, şarj, çanta, depo, dolap, iyi, arızalı, müsait, kullanımda, bakımda, üretici, tür, değeri, değer, sayısı, gövde, mikrofon, ışıklandırma, kablo, güç, büyük, küçük, kırmızı, yeşil, sarı, raf, üst, kapı, özel, ürün, ürünler, numarası, aydınlatma, demirbaş',
  'инвентарный, номер, тип, марка, модель, место, камера, объектив, серийный, цена, дата, покупки, состояние, примечание, примечания, полка, шкаф, склад, штатив, свет, аккумулятор, зарядное, кабель, сумка, новый, хорошее, производитель, категория, гарантия, в наличии, доступен, ремонт',
  'інвентарний, виробник, об’єктив, серійний, ціна, місце, стан, примітка, штатив, шафа',
  'μάρκα, μοντέλο, τύπος, κάμερα, φακός, τιμή, κατάσταση, θέση, σημειώσεις, σειριακός, αριθμός, ράφι',
  'gamintojas, kaina, būklė, pastabos, vieta, numeris, objektyvas, būtinas, stovas, lentyna, ražotājs, cena, stāvoklis, piezīmes, atrašanās, tootja, märkused, asukoht, seisukord, hind',
]

const listsOf = (table: Readonly<Record<string, readonly string[]>>): string[] => Object.values(table).flat()
const headerLists = headerTable.flatMap((entry) =>
  Object.values(entry).filter((value): value is string => typeof value === 'string'),
)

/** Likely non-ASCII words, lower case. */
export const vocabulary: ReadonlySet<string> = new Set(
  [
    ...ADDITIONAL_WORDS,
    ...headerLists,
    ...CURRENCY_HEADERS,
    ...ambiguousHeaders.map((entry) => entry.words),
    ...[gearTypeWords, statusWords, conditionWords, filterKindWords].flatMap(listsOf),
  ]
    .flatMap((list) =>
      list
        .normalize('NFC')
        .toLowerCase()
        .split(/[^\p{L}]+/u),
    )
    .filter((word) => word.length > 1 && /[^\u0000-\u007f]/.test(word)),
)

/** Frequent characters in equipment lists, by language. */
export const frequentCharacters = {
  Japanese:
    '機材管理番号型名称製造元資産分類種別品数量単価購入日保証状態備考場所棚倉庫貸出中使用可故障修理新良好普通電池充電器三脚照明撮影録音画面年月期限本体付属白黒赤青大小社円台個所有者担当部屋箱鞄写真動画映像返却予約要点検済会議室左右上下段目未',
  'simplified Chinese':
    '资产编号类型别品牌型序列购买日期价格备注位置状态可用维修镜头相机身三脚架灯光电池充器存储卡滤镜无人包箱名称数量保修到期货柜仓库借出归还良好新旧损坏正常单反微摄影像录音麦克风器材设备台个元年月日生产厂商说明索尼佳能尼康大疆黑白红色室',
  'traditional Chinese':
    '資產編號類型別品牌型序號購買日期價格備註位置狀態可用維修鏡頭相機身三腳架燈光電池充器記憶卡濾鏡無人包箱名稱數量保固到期貨櫃倉庫借出歸還良好新舊損壞正常單眼攝影像錄音麥克風器材設備台個元年月日生產廠商說明索尼佳能尼康黑白紅色室',
  Korean:
    '자산번호유형종류브랜드모델시리얼일련구입가격비고메모위치상태사용가능수리렌즈카메라삼각대조명배터리충전기제조사장비목록분류명칭선반창고대여중양호새것고장보증만료날짜이름마이크가방케이블필터드론소니캐논니콘본체렌탈반납관리수량',
} as const
