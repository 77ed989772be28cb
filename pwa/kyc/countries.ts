import { foldText } from "#pwa/parts/search/fold-text.ts";

/** ISO 3166-1 alpha-2, as assigned, without those where nobody lives, and with XK, which issues passports, too. */
const CODES =
  "AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW".split(
    " ",
  );

export interface NamedCountry {
  readonly code: string;
  readonly name: string;
}

/** All countries, by their names in a language. */
export function countriesIn(language: string): readonly NamedCountry[] {
  const names = new Intl.DisplayNames(language, { type: "region" });
  const { compare } = new Intl.Collator(language);
  return CODES.map((code) => ({ code, name: names.of(code) ?? code })).toSorted((one, other) =>
    compare(one.name, other.name),
  );
}

/** A country's name in a language; the code where it is none. */
export function countryName(code: string, language: string): string {
  return CODES.includes(code) ? (new Intl.DisplayNames(language, { type: "region" }).of(code) ?? code) : code;
}

/** Those whose name or code has what was typed: first those that begin with it. */
export function searchCountries(countries: readonly NamedCountry[], typed: string): readonly NamedCountry[] {
  const text = foldText(typed.trim());
  if (text === "") return countries;
  const rank = ({ code, name }: NamedCountry) => {
    const folded = foldText(name);
    if (foldText(code) === text) return 0;
    if (folded.startsWith(text)) return 1;
    if (folded.split(/[\s-]+/).some((word) => word.startsWith(text))) return 2;
    return folded.includes(text) ? 3 : 4;
  };
  return countries.filter((each) => rank(each) < 4).toSorted((one, other) => rank(one) - rank(other));
}
