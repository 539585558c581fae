/** A country number, its English name and the default price of an SMS in won. */
export type Country = { countryId: string; countryName: string; sms: number };

/** Number, name and price; newest record first. The prices are invented, of a realistic size. */
const records = `
82|Korea, South|20; 370|Lithuania|94; 993|Turkmenistan|96; 239|Sao Tome and Principe|271; 670|East Timor|180
1|US/Canada|55; 86|China|62; 81|Japan|105; 886|Taiwan|88; 852|Hong Kong|92; 853|Macau|70; 65|Singapore|64
60|Malaysia|77; 66|Thailand|48; 84|Vietnam|83; 62|Indonesia|290; 63|Philippines|99; 91|India|31
92|Pakistan|230; 880|Bangladesh|240; 94|Sri Lanka|210; 977|Nepal|150; 95|Myanmar|190; 855|Cambodia|120
856|Laos|95; 976|Mongolia|130; 7|Russia/Kazakhstan|160; 998|Uzbekistan|175; 996|Kyrgyzstan|140; 90|Turkey|36
98|Iran|220; 966|Saudi Arabia|85; 971|United Arab Emirates|68; 972|Israel|52; 974|Qatar|74; 20|Egypt|185
27|South Africa|45; 212|Morocco|115; 234|Nigeria|165; 254|Kenya|145; 44|United Kingdom|58; 33|France|102
49|Germany|125; 34|Spain|98; 39|Italy|110; 31|Netherlands|128; 32|Belgium|133; 41|Switzerland|91
43|Austria|107; 45|Denmark|61; 46|Sweden|89; 47|Norway|93; 48|Poland|54; 351|Portugal|57; 353|Ireland|104
30|Greece|86; 420|Czech Republic|78; 36|Hungary|101; 380|Ukraine|134; 52|Mexico|59; 55|Brazil|47
54|Argentina|97; 56|Chile|71; 57|Colombia|29; 51|Peru|82; 61|Australia|66; 64|New Zealand|113
`;

export const countries: readonly Country[] = records
  .trim()
  .split(/;\s|\n/)
  .map((record) => {
    const [countryId = "", countryName = "", sms] = record.split("|");
    return { countryId, countryName, sms: Number(sms) };
  });
