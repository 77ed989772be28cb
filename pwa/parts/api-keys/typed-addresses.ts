import type { FormIssues } from "#pwa/parts/forms/form-issues.ts";

const LINES = /[\s,;]+/;
const ADDRESS_PATH = /^addresses\.\d+$/;

/** The addresses and networks of a field in which they stand one a line, or however somebody parts them. */
export function typedAddresses(text: string): string[] {
  return text.split(LINES).filter((line) => line !== "");
}

/** Issues of a key's form; whichever address is wrong, it is told at the one field. */
export function atAddresses(issues: FormIssues): FormIssues {
  return Object.fromEntries(
    Object.entries(issues).map(([path, sentence]) => [ADDRESS_PATH.test(path) ? "addresses" : path, sentence]),
  );
}
