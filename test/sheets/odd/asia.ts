import { text, type OddSheet } from './oddSheet.ts'

/** Sheets in Japanese, Chinese, Korean, Thai and Indian English. */
export const asia: readonly OddSheet[] = [
  text(
    'shift_jis',
    `
機材リスト（撮影部）,,,,,,,
管理番号,種類,メーカー,型番,製造番号,購入価格,購入日,保管場所
撮-001,カメラ,ソニー,FX6,1234567,"¥698,000",2021/04/01,第一倉庫
撮-002,レンズ,キヤノン,RF70-200,9988776,"３２８，０００円",2021年5月12日,第一倉庫
撮-003,三脚,リーベック,RS-350,,12万8千円,令和3年6月1日,スタジオ表
撮-004,マイク,ソニー,ECM-VG1,同上,"¥79,800",2021/2/30,貸出中`,
    {
      name: 'a Japanese production house: full-width numbers, eras',
      language: 'Japanese',
      currency: 'JPY',
      rows: `
3|撮-001|camera|ソニー|FX6|serial_number=1234567|purchase_price=698000|purchase_date=2021-04-01|storage_location=第一倉庫
4|撮-002|lens|キヤノン|RF70-200|serial_number=9988776|purchase_price=328000|purchase_date=2021-05-12|storage_location=第一倉庫
5|!not_a_number not_a_date
6|!ditto_mark no_such_day`,
    },
  ),
  text(
    'euc-jp',
    `
備品番号,分類,メーカー名,機種名,状態,備考
学-01,カメラ,ニコン,Z50,良品,写真部の部室に保管
学-02,カメラ,ニコン,Z30,修理中,電源が入らないことがある
学-03,バッテリー,ニコン,EN-EL25,良品,充電器は棚の上`,
    {
      name: 'a Japanese school: EUC-JP, one column for status and condition',
      language: 'Japanese',
      currency: 'JPY',
      rows: `
2|学-01|camera|ニコン|Z50|condition=good|notes=写真部の部室に保管
3|!unknown_value
4|学-03|accessory/battery|ニコン|EN-EL25|condition=good|notes=充電器は棚の上`,
    },
  ),
  text(
    'utf-8-bom',
    `
機材番号\t種別\tブランド\t製品名\tシリアル\t個数\t金額（税込）
001\tカメラ\tパナソニック\tGH6\tWA1KA\t1\t263,340円
002\t照明\tナンライト\tForza 60\t\t2\t54,000円
003\tメモリーカード\tソニー\tTOUGH 128GB\t\t10\t￥19,800`,
    {
      name: 'a Japanese wedding video maker: tax included, several in a row',
      language: 'Japanese',
      currency: 'JPY',
      settings: ['columns: { "金額（税込）": purchase_price }', 'values: { gear_type: { 照明: accessory/light } }'],
      rows: `
2|001|camera|パナソニック|GH6|serial_number=WA1KA|purchase_price=263340
3|!quantity
4|!quantity`,
    },
    'kizai.tsv',
  ),
  text(
    'gb18030',
    `
设备编号,类型,品牌,型号,序列号,采购价格,采购日期,存放位置,备注
摄-01,相机,索尼,A7S3,3344551,"23,999元",2021-03-15,器材室二号柜,镜头接口有轻微划痕
摄-02,镜头,佳能,RF 50,7788,1.69万,2021年3月,器材室二号柜,借给小王
摄-03,三脚架,百诺,BV10,,￥2380.00,2021.13.01,影棚,脚管松动
摄-04,电池,索尼,NP-FZ100,,￥499.00,2021年11月5日,影棚,`,
    {
      name: 'a Chinese studio: prices in ten thousands',
      language: 'Chinese',
      currency: 'CNY',
      rows: `
2|摄-01|camera|索尼|A7S3|serial_number=3344551|purchase_price=23999|purchase_date=2021-03-15|storage_location=器材室二号柜|notes=镜头接口有轻微划痕
3|!not_a_number not_a_date
4|!no_such_day
5|摄-04|accessory/battery|索尼|NP-FZ100|purchase_price=499|purchase_date=2021-11-05|storage_location=影棚`,
    },
  ),
  text(
    'big5',
    `
資產編號,種類,廠牌,型號,序列號,價格,購買日期,備註
攝01,相機,富士,GFX100,99001,"NT$299,900",2020/05/20,展場使用，請小心
攝02,鏡頭,富士,GF80,99002,"NT$69,900",109/06/01,借給藝術中心
攝03,燈光,愛圖仕,300d,,"NT$21,500",2020/07/15,電源線遺失`,
    {
      name: 'a museum in Taiwan: years of the republic',
      language: 'Chinese',
      currency: 'TWD',
      settings: ['values: { gear_type: { 燈光: accessory/light } }'],
      rows: `
2|攝01|camera|富士|GFX100|serial_number=99001|purchase_price=299900|purchase_date=2020-05-20|notes=展場使用，請小心
3|!not_a_date
4|攝03|accessory/light|愛圖仕|300d|purchase_price=21500|purchase_date=2020-07-15|notes=電源線遺失`,
    },
  ),
  text(
    'utf-8',
    `
编号,类别,品牌,名称,数量,单价,负责人
1,相机,佳能,R5,1,25999,小李
2,相机,佳能,R6,1,15999,小李
3,镜头,佳能,RF 24-70,1,16499,阿强`,
    {
      name: 'a Chinese list with row numbers only',
      language: 'Chinese',
      currency: 'CNY',
      refused: 'no_key_column',
      rows: '',
    },
  ),
  text(
    'euc-kr',
    `
관리번호,종류,제조사,모델,가격,구입일,보관장소,비고
방-01,카메라,소니,FX9,"13,500,000원",2021-02-18,본사 창고,렌즈 마운트 흠집 있음
방-02,렌즈,캐논,CN7x17,"3,290만원",2021.03.02,본사 창고,김 감독 대여중
방-03,삼각대,사틀러,플로우텍,"1,890,000원",2021년 4월 5일,지하 보관실,다리 고정 불량`,
    {
      name: 'a Korean television: columns named in the settings',
      language: 'Korean',
      currency: 'KRW',
      settings: [
        'columns: { 관리번호: asset_tag, 종류: gear_type, 제조사: brand, 모델: model, 가격: purchase_price, 구입일: purchase_date, 보관장소: storage_location, 비고: notes }',
        'values: { gear_type: { 카메라: camera, 렌즈: lens, 삼각대: accessory/tripod } }',
      ],
      rows: `
2|방-01|camera|소니|FX9|purchase_price=13500000|purchase_date=2021-02-18|storage_location=본사 창고|notes=렌즈 마운트 흠집 있음
3|!not_a_number
4|방-03|accessory/tripod|사틀러|플로우텍|purchase_price=1890000|purchase_date=2021-04-05|storage_location=지하 보관실|notes=다리 고정 불량`,
    },
  ),
  text(
    'utf-8',
    `
Asset No.,Category,Make,Model,Serial,Cost,Date of purchase,Remarks
MUM/CAM/1,Camera,Sony,FX3,S1100,"₹3,45,000",15-08-2022,"with 2 batteries, 1 charger"
MUM/CAM/2,Camera,Sony,A7 IV,S1101,"Rs. 2,18,990.00",26-01-2023,
MUM/LEN/1,Lens,Sony,24-70 GM,S1102,1.5 lakh,26-01-2023,box missing
MUM/LIT/1,Light,Godox,SL200,S1103,"32,500/-",13-13-2022,stand broken`,
    {
      name: 'a wedding studio in Mumbai: lakhs',
      language: 'English',
      currency: 'INR',
      rows: `
2|MUM/CAM/1|camera|Sony|FX3|serial_number=S1100|purchase_price=345000|purchase_date=2022-08-15|notes=with 2 batteries, 1 charger
3|MUM/CAM/2|camera|Sony|A7 IV|serial_number=S1101|purchase_price=218990|purchase_date=2023-01-26
4|!not_a_number
5|!no_such_day`,
    },
  ),
  text(
    'utf-8',
    `
Tag,Type,Brand,Model,Bought,Location
กล้อง-1,Camera,Sony,FX30,15/03/2566,ห้องเก็บของ
กล้อง-2,Camera,Sony,ZV-E1,2024-01-20,ชั้น ๒
กล้อง-3,Lens,Sony,11/1.8,๑๕/๐๓/๒๐๒๔,รถตู้`,
    {
      name: 'a Thai studio: years of the Buddha, Thai digits',
      language: 'Thai',
      currency: 'THB',
      rows: `
2|!date_out_of_range
3|กล้อง-2|camera|Sony|ZV-E1|purchase_date=2024-01-20|storage_location=ชั้น ๒
4|!not_a_date`,
    },
  ),
  text(
    'utf-16le',
    `
管理番号,種類,メーカー,型番,購入日,保証
A001,カメラ,キヤノン,C80,2024/09/01,1年
A002,カメラ,キヤノン,C400,2024/09/01,2027年8月31日
A003,ドローン,DJI,Air 3,R6.9.1,不明`,
    {
      name: 'a Japanese freelancer: UTF-16, guarantees as durations',
      language: 'Japanese',
      currency: 'JPY',
      settings: ['columns: { 保証: warranty_expires_on }'],
      rows: `
2|!duration
3|A002|camera|キヤノン|C400|purchase_date=2024-09-01|warranty_expires_on=2027-08-31
4|!not_a_date`,
    },
  ),
]
