/** How bad something is: `fine`; `note` to know; `warning` for what works worse than it could; `wrong` for what does not work. */
export const SEVERITIES = ["fine", "note", "warning", "wrong"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** How each is marked where findings are listed. */
export const SIGNS: Readonly<Record<Severity, string>> = {
  fine: "ok     ",
  note: "note   ",
  warning: "warning",
  wrong: "WRONG  ",
};
/** How a command ends: 0 for what works, 1 for what works worse than it could, 2 for what does not. */
export const EXIT_CODES: Readonly<Record<Severity, number>> = { fine: 0, note: 0, warning: 1, wrong: 2 };

/** What a check found out, in a sentence for whoever runs the server. */
export interface Finding {
  readonly severity: Severity;
  /** What was asked: the variable, and the origin of the address in it (keys of providers stand in paths and queries). */
  readonly about: string;
  readonly text: string;
  /** What to do about it; absent where nothing is. */
  readonly fix?: string;
  /** Whether it is wrong for sure, and nobody's passing trouble: nothing may start on it. */
  readonly isCertain?: true;
}

/** The sentence of a finding, on one line. */
export function findingLine({ about, text, fix }: Finding): string {
  return fix === undefined ? `${about}: ${text}` : `${about}: ${text} ${fix}`;
}

/** The worst of them; `fine` of none. */
export function worstOf(findings: readonly Finding[]): Severity {
  return SEVERITIES[Math.max(0, ...findings.map(({ severity }) => SEVERITIES.indexOf(severity)))] ?? "fine";
}
