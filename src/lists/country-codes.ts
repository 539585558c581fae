import type { CountryCode } from "libphonenumber-js/min";

/** ISO 3166 alpha-2 codes followed by their alpha-3 codes (`KRKOR`), which neither Intl nor libphonenumber knows. */
export const isoCodes = `
ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO ARARG ASASM ATAUT AUAUS AWABW AXALA AZAZE BABIH BBBRB BDBGD BEBEL BFBFA
BGBGR BHBHR BIBDI BJBEN BLBLM BMBMU BNBRN BOBOL BQBES BRBRA BSBHS BTBTN BWBWA BYBLR BZBLZ CACAN CCCCK CDCOD CFCAF CGCOG
CHCHE CICIV CKCOK CLCHL CMCMR CNCHN COCOL CRCRI CUCUB CVCPV CWCUW CXCXR CYCYP CZCZE DEDEU DJDJI DKDNK DMDMA DODOM DZDZA
ECECU EEEST EGEGY EHESH ERERI ESESP ETETH FIFIN FJFJI FKFLK FMFSM FOFRO FRFRA GAGAB GBGBR GDGRD GEGEO GFGUF GGGGY GHGHA
GIGIB GLGRL GMGMB GNGIN GPGLP GQGNQ GRGRC GTGTM GUGUM GWGNB GYGUY HKHKG HNHND HRHRV HTHTI HUHUN IDIDN IEIRL ILISR IMIMN
ININD IOIOT IQIRQ IRIRN ISISL ITITA JEJEY JMJAM JOJOR JPJPN KEKEN KGKGZ KHKHM KIKIR KMCOM KNKNA KPPRK KRKOR KWKWT KYCYM
KZKAZ LALAO LBLBN LCLCA LILIE LKLKA LRLBR LSLSO LTLTU LULUX LVLVA LYLBY MAMAR MCMCO MDMDA MEMNE MFMAF MGMDG MHMHL MKMKD
MLMLI MMMMR MNMNG MOMAC MPMNP MQMTQ MRMRT MSMSR MTMLT MUMUS MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM NCNCL NENER NFNFK NGNGA
NINIC NLNLD NONOR NPNPL NRNRU NUNIU NZNZL OMOMN PAPAN PEPER PFPYF PGPNG PHPHL PKPAK PLPOL PMSPM PRPRI PSPSE PTPRT PWPLW
PYPRY QAQAT REREU ROROU RSSRB RURUS RWRWA SASAU SBSLB SCSYC SDSDN SESWE SGSGP SHSHN SISVN SJSJM SKSVK SLSLE SMSMR SNSEN
SOSOM SRSUR SSSSD STSTP SVSLV SXSXM SYSYR SZSWZ TCTCA TDTCD TGTGO THTHA TJTJK TKTKL TLTLS TMTKM TNTUN TOTON TRTUR TTTTO
TVTUV TWTWN TZTZA UAUKR UGUGA USUSA UYURY UZUZB VAVAT VCVCT VEVEN VGVGB VIVIR VNVNM VUVUT WFWLF WSWSM XKXKK YEYEM YTMYT
ZAZAF ZMZMB ZWZWE`;

/** Names that people type but no library has: former and short names, parts of countries, and local scripts. */
export const countryAliases: Readonly<Partial<Record<CountryCode, string>>> = {
  AE: "UAE, 아랍 에미리트 연합, Dubai, 두바이",
  AU: "호주",
  BA: "Bosnia",
  BY: "Byelorussia, 벨로루시",
  CD: "DR Congo, DRC, Democratic Republic of the Congo, Zaire, 자이르, 콩고 민주 공화국",
  CG: "Republic of the Congo, 콩고 공화국",
  CI: "Ivory Coast, 아이보리 코스트",
  CN: "PRC, Mainland China, People's Republic of China, 중화인민공화국, 중공, 中国, 中國",
  CV: "Cabo Verde",
  CZ: "Czech Republic",
  DE: "Deutschland",
  ES: "España, 에스파냐",
  FM: "FSM",
  FR: "불란서",
  GB: "Great Britain, Britain, England, Scotland, Wales, Northern Ireland, 잉글랜드, 스코틀랜드, 웨일스, 북아일랜드, 대영제국",
  GE: "그루지야",
  GR: "희랍",
  HK: "香港",
  IE: "Republic of Ireland, Eire",
  IN: "인디아",
  IR: "Persia, 페르시아",
  IT: "Italia, 이태리",
  JP: "Nippon, Nihon, 日本, 日本国, にほん",
  KH: "Kampuchea, 크메르",
  KP: "DPRK, 조선, 조선민주주의인민공화국",
  KR: "ROK, Republic of Korea, Korea Republic of, 남한, Hanguk, 韓国, 韩国",
  LK: "Ceylon, 실론",
  MK: "Macedonia, FYROM, 마케도니아",
  MM: "Burma, 버마",
  MN: "몽고",
  MO: "澳門",
  MY: "말레이지아",
  NL: "Holland, 홀란드, 화란",
  PS: "Palestine, 팔레스타인",
  RU: "Russian Federation, USSR, 러시아 연방, 소련, 로씨야, Россия",
  SA: "KSA, 사우디",
  SG: "싱가폴",
  SZ: "Swaziland, 스와질란드",
  TH: "Siam, 타이, 타일랜드, ประเทศไทย, ไทย",
  TL: "East Timor",
  TR: "Turkey, 터키",
  TW: "ROC, Republic of China, Formosa, 타이완, 중화민국, 台湾, 台灣",
  US: "USA, U.S. of A., America, the States, United States of America, 미합중국, 아메리카",
  UZ: "우즈벡",
  VA: "Holy See, 교황청",
  VN: "월남",
  ZA: "RSA, 남아공, 남아프리카 공화국",
};
