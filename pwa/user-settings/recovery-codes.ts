import { t } from "@lingui/core/macro";
const GROUP = /(.{4})(?=.)/g;

/** A long text in groups of four, as a person reads it off. */
export function inGroups(text: string): string {
  return text.replaceAll(GROUP, "$1 ");
}

interface RecoveryFacts {
  readonly username: string;
  readonly codes: readonly string[];
  readonly madeAt: Date;
  /** Where they open something. */
  readonly host: string;
}

/** What is kept of recovery codes, on paper or in a file: whose, where they open something, and how. */
export function recoveryText({ username, codes, madeAt, host }: RecoveryFacts): string {
  return [
    t`Astrolabe recovery codes of ${username}`,
    t`For ${host}, made on ${{ date: madeAt.toISOString().slice(0, 10) }}`,
    "",
    ...codes.map((code, at) => `${String(at + 1).padStart(2, " ")}. ${code}`),
    "",
    t`Each opens the account once, in place of a code of the authenticator app.`,
    t`Keep them where nobody else looks. New codes replace these.`,
    "",
  ].join("\n");
}
