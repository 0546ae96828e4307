// Makers of photo, film, sound and light equipment. They only tell which column of a list holds brands: no value is
// compared. Makers whose names are also those of people, places or things are left out.
import { toLookupKey, toLookupKeys } from './lookupKey.ts'

const makers: readonly string[] = [
  'Canon, Nikon, Sony, Fujifilm, Fuji, Panasonic, Lumix, Leica, Olympus, OM System, Pentax, Ricoh, Sigma, Hasselblad, Phase One, Mamiya, Kodak, Polaroid, Minolta, Konica Minolta, Contax, Yashica, Rollei, Bronica, Zenit, Praktica, Voigtländer, Samsung, Casio',
  'ARRI, Arriflex, RED Digital Cinema, Blackmagic, Blackmagic Design, BMD, Z CAM, Kinefinity, JVC, Grass Valley, Ikegami, GoPro, Insta360, AJA, Vision Research, Freefly, Bolex, Aaton, Moviecam',
  'Zeiss, Carl Zeiss, Tamron, Tokina, Samyang, Rokinon, Irix, Laowa, Venus Optics, Viltrox, TTArtisan, 7Artisans, Meike, Sirui, Cooke, Angenieux, Angénieux, Fujinon, Schneider, Schneider Kreuznach, DZOFilm, Tokina Cinema, NiSi, Rodenstock, Lensbaby, Xeen, Panavision, Meyer Optik, Soligor, Vivitar, Walimex, Mitakon, Yongnuo, Kowa',
  'Manfrotto, Gitzo, Sachtler, Vinten, OConnor, Cartoni, Benro, Vanguard, Cullmann, Induro, Really Right Stuff, RRS, Novoflex, Arca Swiss, Kupo, Slik, Velbon, Libec, 3 Legged Thing, Peak Design, iFootage, Edelkrone, Konova, Feisol, FLM, Secced, E-Image, Acebil',
  'Aputure, amaran, Godox, Profoto, Broncolor, Elinchrom, Bowens, Nanlite, Nanlux, Litepanels, Dedolight, Kino Flo, Astera, Rosco, Chimera, Lastolite, Rotolight, Creamsource, Fiilex, Swit, Mole-Richardson, Desisti, K 5600, Quasar Science, Dracast, Falcon Eyes, Walimex Pro, Nissin, Jinbei, Visico, Neewer, Smith-Victor, LiteGear, Quadralite',
  'DJI, Autel, Autel Robotics, Yuneec, Skydio, Zhiyun, Feiyu, FeiyuTech, Moza, Hohem, Tilta, Glidecam, Steadicam, Tiffen, Flycam, EasyRig',
  'Sennheiser, Neumann, Shure, AKG, Beyerdynamic, Schoeps, DPA, DPA Microphones, Rode, RØDE, Røde, Audio-Technica, Audio Technica, Tascam, Sound Devices, Zaxcom, Lectrosonics, Wisycom, Rycote, Saramonic, Behringer, Yamaha, Mackie, Focusrite, Bose, JBL, Electro-Voice, K-Tek, Ambient Recording, Hollyland, Marantz, Nagra, Allen & Heath, Soundcraft, Genelec, KRK, Oktava, Sanken, MXL',
  'SmallHD, Atomos, Lilliput, Feelworld, TVLogic, Teradek, Accsoon, Vaxis, Swit Electronics, Eizo, BenQ, Wacom, Datacolor, X-Rite, Calibrite, Sekonic, Gossen, Portkeys, Kinotehnik, Convergent Design, Epson, Optoma, Barco, LG, Dell, Asus, Acer, Apple, HP, Lenovo, Microsoft, Logitech, Elgato, Anker, Philips, Toshiba, Hitachi',
  'Bright Tangerine, Wooden Camera, SmallRig, Chrosziel, Vocas, Zacuto, Redrock, Movcam, Cinegears, cmotion, Camrade, Portabrace, Lowepro, Tenba, Think Tank, Peli, Pelican, HPRC, Billingham, Vanguard Alta, F-stop, Tamrac, Domke, Nanuk',
  'Anton/Bauer, Anton Bauer, IDX, Bebop, Hawk-Woods, Hawkwoods, FXLion, Patona, Hähnel, Hahnel, Newell, Core SWX, Ecoflow, Jackery, Varta, Energizer, Duracell, Eneloop, Ansmann, Baxxtar, V-Lok',
  'SanDisk, Lexar, ProGrade, ProGrade Digital, Angelbird, Delkin, Kingston, Transcend, Western Digital, WD, Seagate, LaCie, G-Technology, OWC, Sabrent, Intenso, PNY',
  'B+W, Hoya, Heliopan, Lee Filters, Cokin, Formatt, Formatt-Hitech, PolarPro, Haida, Freewell, Marumi, Rodenstock Filter, Metabones, Kipon, K&F Concept, Fotodiox, Commlite, Megadap, Urth, Nikkor',
  'キヤノン, ニコン, ソニー, パナソニック, 富士フイルム, オリンパス, ペンタックス, リコー, シグマ, タムロン, トキナー, 佳能, 尼康, 索尼, 松下, 富士, 大疆, 神牛, 适马, 腾龙',
]

const keys: ReadonlySet<string> = toLookupKeys(makers)

/** True for the name of a known maker. */
export const isMaker = (text: string): boolean => keys.has(toLookupKey(text))
