import { t } from "@lingui/core/macro";
import type { LocalRow } from "#pwa/platform/rxdb/row-schema.ts";
import type { KycStatusOutput } from "#schemas/kyc.ts";

export interface ChecklistItem {
  readonly key: "mailbox" | "funded" | "second-factor" | "contact" | "kyc";
  readonly title: string;
  readonly text: string;
  readonly to: "/receive" | "/contacts" | "/user-settings" | "/kyc";
  readonly isDone: boolean;
}

export interface ChecklistFacts {
  /** The address whose mailbox has yet to answer; null where none has to. */
  readonly unprovenEmail: string | null;
  readonly balances: readonly LocalRow<"balances">[];
  readonly contactCount: number;
  readonly settings: LocalRow<"settings"> | null;
  /** Null where nobody checks it, or this device was never told. */
  readonly kyc: KycStatusOutput | null;
}

const KYC_WORDS = {
  get pending() {
    return t`What you sent is being looked at.`;
  },
  get rejected() {
    return t`What you sent was not accepted. See why.`;
  },
} as const;

/** The steps of setting up, each with its true state; of what is not known here there is none. */
export function checklistOf({
  unprovenEmail,
  balances,
  contactCount,
  settings,
  kyc,
}: ChecklistFacts): readonly ChecklistItem[] {
  return [
    ...(unprovenEmail === null
      ? []
      : [
          {
            key: "mailbox" as const,
            title: t`Your email address`,
            text: t`Open the link that we mailed to ${unprovenEmail}. Your first payment waits for it.`,
            to: "/user-settings" as const,
            isDone: false,
          },
        ]),
    {
      key: "funded",
      title: t`Account on the network`,
      text: t`Your account exists once it holds its first XLM.`,
      to: "/receive",
      isDone: balances.some((row) => row.issuer === ""),
    },
    {
      key: "second-factor",
      title: t`A second factor`,
      text: t`Nobody who knows your password alone can sign in.`,
      to: "/user-settings",
      isDone: settings?.twoFactorEnabled ?? false,
    },
    {
      key: "contact",
      title: t`A backup contact`,
      text: t`Save an address that you trust, so that you know where your money can go if this account is ever at risk.`,
      to: "/contacts",
      isDone: contactCount > 0,
    },
    ...(kyc === null
      ? []
      : [
          {
            key: "kyc" as const,
            title: t`Your identity`,
            text:
              kyc.status === null || kyc.status === "approved"
                ? t`Show who you are, where the operator has to know.`
                : KYC_WORDS[kyc.status],
            to: "/kyc" as const,
            isDone: kyc.isVerified,
          },
        ]),
  ];
}
