import { DEFAULT_LANGUAGE, type Language, languageAmong, languageNamed, LANGUAGES } from "#schemas/values/languages.ts";

/** Also read by index.html before the first paint. */
export const LANGUAGE_KEY = "astrolabe.language";
/** What this device and the account of whoever is signed in last agreed on. */
export const LANGUAGE_SENT_KEY = "astrolabe.language.sent";

/** A public page's address, apart from the language that it names: the bare one is English. */
export interface PlaceInLanguage {
  readonly language: Language;
  /** As the routes have it, `/about`. */
  readonly path: string;
}

const PREFIX = new RegExp(`^/(?<language>${LANGUAGES.filter((each) => each !== DEFAULT_LANGUAGE).join("|")})(?=/|$)`);

/** Reads an address; null where it names no language. */
export function placeNamed(path: string): PlaceInLanguage | null {
  const language = languageNamed(PREFIX.exec(path)?.groups?.["language"]);
  return language === null ? null : { language, path: path.replace(PREFIX, "") || "/" };
}

/** The address of a public page in a language. */
export function placeIn({ language, path }: PlaceInLanguage): string {
  return language === DEFAULT_LANGUAGE ? path : `/${language}${path === "/" ? "" : path}`;
}

/** What is known of the language that a page begins in. */
export interface LanguageFacts {
  readonly path: string;
  /** What was chosen on this device, in whatever state it is; null where nobody chose yet. */
  readonly stored: string | null;
  /** What the browser's owner reads, the dearest first (RFC 5646). */
  readonly tags: readonly string[];
}

/** The address decides before the device's choice, and that before what its owner reads elsewhere. */
export function languageAtStart({ path, stored, tags }: LanguageFacts): Language {
  return placeNamed(path)?.language ?? languageNamed(stored) ?? languageAmong(tags);
}
