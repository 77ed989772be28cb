export { countryName } from "./countries.ts";
export { causeWords, documentWords, reasonWords } from "./identity-words.ts";
