/**
 * The comparable form of a name or a user ID: two texts with one key mean the same one. Everything that compares names,
 * on the server and on devices, compares these. Full-width and other compatibility forms are folded; what is no letter of
 * a name, such as an invisible mark, stays and makes another key, which nobody can have.
 */
export function nameKey(text: string): string {
  return text.normalize("NFKC").toLowerCase().normalize("NFKC").trim();
}

/** Whether a text reads as a number: names and IDs never do, so that a memo of digits means somebody's number or nobody. */
export function isDigitsAlone(text: string): boolean {
  return /^\d+$/.test(nameKey(text));
}

/** Whether a text could be somebody's name or user ID, and is nothing else, such as a name of another domain. */
export function isNameShaped(text: string): boolean {
  return /^[a-z0-9._-]+$/.test(nameKey(text));
}
