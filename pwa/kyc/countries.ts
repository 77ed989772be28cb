import { foldText } from "#pwa/parts/search/fold-text.ts";

/** ISO 3166-1 alpha-2, as assigned, without those where nobody lives, and with XK, which issues passports, too. */
const CODES: readonly string[] =
  "ADAEAFAGAIALAMAOARASATAUAWAXAZBABBBDBEBFBGBHBIBJBLBMBNBOBQBRBSBTBWBYBZCACCCDCFCGCHCICKCLCMCNCOCRCUCVCWCXCYCZDEDJDKDMDODZECEEEGEHERESETFIFJFKFMFOFRGAGBGDGEGFGGGHGIGLGMGNGPGQGRGTGUGWGYHKHNHRHTHUIDIEILIMINIOIQIRISITJEJMJOJPKEKGKHKIKMKNKPKRKWKYKZLALBLCLILKLRLSLTLULVLYMAMCMDMEMFMGMHMKMLMMMNMOMPMQMRMSMTMUMVMWMXMYMZNANCNENFNGNINLNONPNRNUNZOMPAPEPFPGPHPKPLPMPNPRPSPTPWPYQARERORSRURWSASBSCSDSESGSHSISJSKSLSMSNSOSRSSSTSVSXSYSZTCTDTGTHTJTKTLTMTNTOTRTTTVTWTZUAUGUSUYUZVAVCVEVGVIVNVUWFWSXKYEYTZAZMZW".match(
    /../g,
  ) ?? [];

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
