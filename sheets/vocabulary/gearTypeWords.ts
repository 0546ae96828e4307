import type { WordTable } from './words.ts'

/** Words of gear types. `accessory/tripod` names a type and a category, `filter/nd` a type and a kind. */
export const gearTypeWords: WordTable = {
  camera: [
    'cameras, cam, cams, camera body, camera bodies, body, bodies, dslr, mirrorless, cinema camera, film camera, video camera, camcorder',
    'kamera, kameras, kameragehäuse, gehäuse, fotoapparat, systemkamera, spiegelreflexkamera, filmkamera, videokamera',
    'appareil photo, appareils photo, appareil, appareils, boîtier, boîtiers, caméra, caméras, caméscope',
    'fotocamera, fotocamere, videocamera, videocamere, corpo macchina, aparat, aparaty, aparat fotograficzny, câmera, câmeras, câmara, câmaras',
    'cameralichaam, カメラ, ビデオカメラ, カメラボディ, 相机, 相機, 摄像机, 攝影機, 机身',
    'cámara, cámaras, cuerpo, cuerpos, cuerpo de cámara, videocámara',
    'kameror, kamerahus, kameraer, kamerat, kamerarunko, fotoaparát, fotoaparáty, kamery, fotoğraf makinesi, fotoğraf makineleri, kameralar, kamera gövdesi',
  ],
  lens: [
    'lenses, optic, optics, zoom, prime, prime lens, zoom lens, cine lens',
    'objektiv, objektive, linse, linsen, festbrennweite, festbrennweiten, zoomobjektiv, zoomobjektive, optik, optiken',
    'objectif, objectifs, optique, optiques, focale fixe',
    'lenzen, obiettivo, obiettivi, obiektyw, obiektywy, objetiva, objetivas, レンズ, 交換レンズ, 镜头, 鏡頭',
    'objetivo, objetivos, lente, lentes, óptica, ópticas',
    'objektiver, objektiivi, objektiivit, linssi, linssit, linse, linser, objektivy, objektif, objektifler, lensler, zoomobjektiver, fasta objektiv, fast objektiv',
  ],
  accessory: [
    'accessories, acc',
    'zubehör, zubehörteil, zubehörteile',
    'accessoire, accessoires',
    'accesorio, accesorios, grip, support, power, storage',
    'accessori, accessorio, toebehoren, akcesoria, akcesorium, acessório, acessórios, アクセサリー, アクセサリ, 周辺機器, 配件, 附件',
    'tillbehör, tilbehør, tarvike, tarvikkeet, lisävaruste, lisävarusteet, příslušenství, aksesuar, aksesuarlar',
  ],
  filter: [
    'filters, lens filter, lens filters, filtre, filtres, filtro, filtros, filtri, filtr, filtry, フィルター, フィルタ, 滤镜, 濾鏡',
    'filtre, suodin, suotimet, suodatin, suodattimet, filtreler',
  ],
  drone: [
    'drones, uav, uas, quadcopter, aircraft, drohne, drohnen, multikopter, multicopter, kopter',
    'dron, drons, aéronef, aeronave, uavs, drony, droni, ドローン, 无人机, 無人機',
    'drönare, dronare, droner, drooni, droonit, kopteri, kopterit, insansız hava aracı, iha',
  ],
  'accessory/tripod': [
    'tripod, tripods, monopod, monopods, stativ, stative, einbeinstativ, trépied, trépieds, monopode, trípode, trípodes, monopié, statief, statieven, treppiede, treppiedi, cavalletto, statyw, statywy, tripé, tripés, 三脚, 一脚, 三脚架, 三腳架',
    'stativer, kamerastativ, enbensstativ, jalusta, jalustat, kolmijalka, stativy, monopody, üçayak, üç ayak, tripodlar',
  ],
  'accessory/head': [
    'head, heads, tripod head, ball head, fluid head, stativkopf, kugelkopf, fluidkopf, videokopf, rotule, rotules, tête, rótula, rótulas, cabezal',
    'stativhuvud, videohuvud, kulhuvud, stativhode, videohode, kulehode, stativhoved, videohoved, kuglehoved, testa, testa fluida, testa a sfera, statiefkop, balhoofd, głowica, głowice, cabeça, cabeça fluida, kuulapää, videopää, hlava, hlavy, stativová hlava',
  ],
  'accessory/light': [
    'light, lights, lighting, led, led panel, continuous light, licht, lichter, leuchte, leuchten, dauerlicht, lampe, lampen, scheinwerfer',
    'éclairage, éclairages, lumière, lumières, lampes, projecteur, luz, luces, iluminación, foco, focos, lámpara',
    'belysning, lampor, ljus, ledpanel, led lampa, strålkastare, lys, lampe, lamper, valo, valot, valaisin, valaisimet, světlo, světla, osvětlení, ışık, ışıklar, aydınlatma, lamba, lambalar',
    'lamp, verlichting, luci, illuminazione, lampada, lampade, faro, fari, faretto, oświetlenie, światło, iluminação, iluminador, luzes, 照明, ライト, 灯光',
  ],
  'accessory/modifier': [
    'modifier, modifiers, light modifier, softbox, softboxes, umbrella, reflector, beauty dish, lichtformer, schirm, reflektor',
    'modeleur, modeleurs, boîte à lumière, parapluie, réflecteur, modificador, modificadores, ventana de luz, paraguas',
    'paraply, paraplyer, softboks, softbokse, reflexskärm, ombrello, ombrelli, parasolka, parasolki, sombrinha',
  ],
  'accessory/flash': [
    'flash, flashes, strobe, strobes, speedlight, speedlite, monolight, blitz, blitze, blitzgerät, blitzgeräte, blitzkopf, studioblitz, torche, flashs',
    'blixt, blixtar, studioblixt, blits, blitser, studioblits, flitser, flitsers, studioflitser, lampa błyskowa, lampy błyskowe, salama, salamat, salamalaite, blesk, blesky, flaş, flaşlar, ストロボ, フラッシュ, 闪光灯',
  ],
  'accessory/audio': [
    'microfono, microfoni, microfoon, microfone, dźwięk, マイク, 録音機, 麦克风, 麥克風',
    'audio, sound, microphone, microphones, mic, mics, recorder, audio recorder, wireless mic, headphones',
    'ton, tontechnik, mikrofon, mikrofone, mikrophon, kopfhörer, son, micro, micros, enregistreur, casque, sonido, micrófono, micrófonos, grabadora',
    'ljud, mikrofoner, ljudinspelare, hörlurar, lyd, lydopptaker, lydoptager, hodetelefoner, hovedtelefoner, geluid, microfoons, koptelefoon, cuffie, radiomicrofono, mikrofony, rejestrator, słuchawki, microfones, áudio, gravador, gravadores, ääni, mikrofoni, mikrofonit, kuulokkeet, tallennin, zvuk, sluchátka, rekordér, mikrofonlar, kulaklık, kayıt cihazı, ses kayıt cihazı',
  ],
  'accessory/battery': [
    'batteria, batterie ricaricabili, bateria, akumulator, akumulatory, バッテリー, 電池, 电池, 電池パック',
    'battery, batteries, akku, akkus, batterie, batterien, accu, accus, batería, baterías, pila, pilas, v mount, v mount battery',
    'batteri, batterier, batterij, batterijen, batterie, baterias, baterie, akut, baterie, akumulátor, akumulátory, batarya, bataryalar, pil, piller',
  ],
  'accessory/charger': [
    'charger, chargers, ladegerät, ladegeräte, ladestation, chargeur, chargeurs, cargador, cargadores',
    'laddare, batteriladdare, lader, ladere, oplader, opladere, opladers, laders, caricabatterie, caricatore, ładowarka, ładowarki, carregador, carregadores, laturi, laturit, nabíječka, nabíječky, şarj cihazı, şarj aleti, 充電器, 充电器',
  ],
  'accessory/memory_card': [
    'geheugenkaart, geheugenkaarten, scheda di memoria, schede di memoria, karta pamięci, karty pamięci, cartão de memória, メモリーカード, 存储卡, 記憶卡',
    'memory card, memory cards, memory, card, cards, sd card, cfexpress, speicherkarte, speicherkarten, karte, karten',
    'carte mémoire, cartes mémoire, carte, cartes, tarjeta de memoria, tarjetas de memoria, tarjeta, tarjetas',
    'minneskort, minnekort, hukommelseskort, cartões de memória, cartão, cartões, muistikortti, muistikortit, paměťová karta, paměťové karty, hafıza kartı, hafıza kartları, bellek kartı',
  ],
  'accessory/bag': [
    'tas, tassen, borsa, borse, torba, torby, バッグ, ケース',
    'bag, bags, case, cases, backpack, backpacks, flight case, tasche, taschen, koffer, rucksack, rucksäcke',
    'sac, sacs, sac à dos, valise, mallette, bolsa, bolsas, mochila, mochilas, maleta',
    'väska, väskor, ryggsäck, ryggsäckar, veske, vesker, ryggsekk, koffert, taske, tasker, rygsæk, kuffert, rugzak, zaino, zaini, valigia, plecak, plecaki, walizka, mala, malas, estojo, laukku, laukut, reppu, brašna, brašny, batoh, kufr, çanta, çantalar, sırt çantası',
  ],
  'accessory/monitor': [
    'monitor, monitors, field monitor, display, monitore, bildschirm, moniteur, moniteurs, écran, écrans, monitores, pantalla, pantallas',
    'skärm, skärmar, bildskärm, skjerm, skjermer, skærm, skærme, scherm, schermen, schermo, monitory, monitorer, ecrã, tela, näyttö, näytöt, monitori, monitör, monitörler, ekran, モニター, 监视器',
  ],
  'accessory/gimbal': [
    'gimbal, gimbals, stabilizer, stabiliser, stabilisateur, stabilisateurs, estabilizador, estabilizadores',
    'stabilizzatore, stabilizzatori, stabilizator, stabilizatory, ジンバル, 稳定器',
  ],
  'accessory/adapter': [
    "adapter, adapters, lens adapter, mount adapter, speed booster, teleconverter, objektivadapter, konverter, telekonverter, adaptateur, adaptateurs, bague d'adaptation, adaptador, adaptadores",
    'adaptrar, adaptere, adattatore, adattatori, adaptery, przejściówka, przejściówki, adaptadores, adapteri, adapterit, sovitin, adaptér, adaptéry, redukce, adaptör, adaptörler',
  ],
  'accessory/cable': [
    'cable, cables, kabel, câble, câbles, cordon',
    'kablar, kabler, kabels, sladd, ledning, cavo, cavi, kable, przewód, cabo, cabos, kaapeli, kaapelit, kabely, kablo, kablolar, ケーブル, 线缆',
  ],
  'accessory/other': [
    'misc, miscellaneous, other, others, sonstiges, verschiedenes, divers, autre, autres, otros, varios',
    'övrigt, annat, annet, øvrig, andet, overig, overige, diversen, altro, altri, varie, inne, pozostałe, outro, outros, muu, muut, ostatní, diğer',
  ],
  'filter/uv': ['uv filter, uv filters, protection filter, protector, uv-filter, schutzfilter, filtre uv, filtro uv'],
  'filter/nd': [
    'nd filter, nd filters, nd, neutral density, graufilter, filtre nd, filtre gris, filtro nd',
    'grijsfilter, filtr szary, filtr nd, filtry nd, gråfilter, nd suodin, nd suodatin, nd filtr, šedý filtr, nd filtre, ndフィルター',
  ],
  'filter/variable_nd': [
    'variable nd, vario nd, vnd, variable nd filter, nd vario, filtre nd variable, filtro nd variable',
  ],
  'filter/polarizer': [
    'polarizer, polariser, cpl, cpl filter, polarizing filter, polfilter, polarisationsfilter, polarisant, filtre polarisant, polarizador, filtro polarizador',
    'polarisationsfilter, polarisatiefilter, filtr polaryzacyjny, filtry polaryzacyjne, filtro polarizzatore, polarizzatore, polarisasjonsfilter, polarisaatiosuodin, polarizační filtr, polarize filtre, plフィルター',
  ],
  'filter/graduated_nd': [
    'graduated nd, gnd, grad nd, verlaufsfilter, grauverlaufsfilter, filtre dégradé, dégradé, filtro degradado',
  ],
}
