import type { LocalRow } from "#pwa/platform/db/row-schema.ts";

export interface ChecklistItem {
  readonly key: "funded" | "contact" | "password";
  readonly title: string;
  readonly text: string;
  readonly to: "/receive" | "/contacts" | "/settings";
  readonly isDone: boolean;
}

export interface ChecklistFacts {
  readonly balances: readonly LocalRow<"balances">[];
  readonly contactCount: number;
  readonly settings: LocalRow<"settings"> | null;
}

/** The steps of setting up, each with its true state. */
export function checklistOf({ balances, contactCount, settings }: ChecklistFacts): readonly ChecklistItem[] {
  return [
    {
      key: "funded",
      title: "Account on the network",
      text: "Your account exists once it holds its first XLM.",
      to: "/receive",
      isDone: balances.some((row) => row.issuer === ""),
    },
    {
      key: "contact",
      title: "First contact",
      text: "Give a name to an address you trust.",
      to: "/contacts",
      isDone: contactCount > 0,
    },
    {
      key: "password",
      title: "Password before every payment",
      text: "Nobody who finds your device open can send.",
      to: "/settings",
      isDone: settings?.requirePasswordForSend ?? false,
    },
  ];
}
