import { parseAmount } from "#schemas/money.ts";

/** Where the XLM that is left goes, as it was looked up. */
export interface Rest {
  readonly amount: string;
  /** As the person wrote it; the server reads it once more. */
  readonly sendRestTo: string;
  readonly memo: string;
  /** G... or M... */
  readonly address: string;
  readonly username: string | null;
}

export function isPositiveAmount(amount: string): boolean {
  return parseAmount(amount) > 0n;
}

/** Whether the person has written the name of the account, which closing for good asks for. */
export function isNameRepeated(typed: string, username: string): boolean {
  return typed.trim().toLowerCase() === username.toLowerCase();
}
