import { plural, t } from "@lingui/core/macro";
import type { Review } from "#pwa/send/door.ts";
import type { CloseReviewOutput } from "#schemas/closing.ts";
import { NATIVE_CODE } from "#schemas/values/fields.ts";
import { parseAmount } from "#schemas/values/money.ts";
import type { SendCheckOutput } from "#schemas/wallet.ts";

/** Where everything that is left goes, as it was looked up. */
export interface Rest {
  /** As the person wrote it; what they confirm is the address that it led to. */
  readonly sendRestTo: string;
  readonly memo: string;
  /** All that closing does: the server's plan. */
  readonly review: CloseReviewOutput;
  /** What the server found out about a payment of the XLM. */
  readonly check: SendCheckOutput;
}

/** The rest as the payment that it is, for what a payment is warned of. */
export function reviewOfRest({ sendRestTo, memo, review, check }: Rest): Review {
  const payment = {
    to: sendRestTo,
    assetCode: NATIVE_CODE,
    issuer: "",
    amountStroops: parseAmount(review.xlm.amount),
    memo,
    memoType: "text",
    networkPassphrase: "",
    message: "",
    asClaimable: false,
  } as const;
  return { payment, check, key: "" };
}

export function isPositiveAmount(amount: string): boolean {
  return parseAmount(amount) > 0n;
}

/** Whether the person has written the name of the account, which closing for good asks for. */
export function isNameRepeated(typed: string, username: string): boolean {
  return typed.trim().toLowerCase() === username.toLowerCase();
}

const VERIFY = [
  {
    to: "/kyc",
    get label() {
      return t`Verify your identity`;
    },
  },
  {
    to: "/contact",
    get label() {
      return t`Write to support`;
    },
  },
] as const;

/** Where a person can do something about what stands against closing. */
const WAYS_ON = {
  "close-payments-open": [
    {
      to: "/transactions",
      get label() {
        return t`See what is under way`;
      },
    },
  ],
  "close-deposits-open": [
    {
      to: "/buy-xlm",
      get label() {
        return t`See your deposits`;
      },
    },
  ],
  "close-stakes-open": [
    {
      to: "/staking",
      get label() {
        return t`See your stakes`;
      },
    },
  ],
  "close-pools-open": [
    {
      to: "/market-making",
      get label() {
        return t`See your market making`;
      },
    },
  ],
  "close-set-aside-open": [
    {
      to: "/assets",
      get label() {
        return t`See what you set aside`;
      },
    },
  ],
  "asset-not-authorized": [
    {
      to: "/assets",
      get label() {
        return t`See the asset and its issuer`;
      },
    },
  ],
  "recipient-trustline-missing": [
    {
      to: "/send",
      get label() {
        return t`Send it to somebody else`;
      },
    },
    {
      to: "/swap",
      get label() {
        return t`Exchange it for XLM`;
      },
    },
  ],
  "recipient-full": [
    {
      to: "/send",
      get label() {
        return t`Send it to somebody else`;
      },
    },
    {
      to: "/swap",
      get label() {
        return t`Exchange it for XLM`;
      },
    },
  ],
  "recipient-not-authorized": [
    {
      to: "/send",
      get label() {
        return t`Send it to somebody else`;
      },
    },
    {
      to: "/swap",
      get label() {
        return t`Exchange it for XLM`;
      },
    },
  ],
  "kyc-required": VERIFY,
  "kyc-required-above": VERIFY,
  "account-frozen": [
    {
      to: "/contact",
      get label() {
        return t`Write to support`;
      },
    },
  ],
  "close-operator": [
    {
      to: "/contact",
      get label() {
        return t`Write to support`;
      },
    },
  ],
} as const;
export type WayOn = (typeof WAYS_ON)[keyof typeof WAYS_ON][number];

/** What to do about a refusal, elsewhere in the app; nothing where its sentence says it all. */
export function waysOn(code: string): readonly WayOn[] {
  return Object.entries(WAYS_ON).find(([each]) => each === code)?.[1] ?? [];
}

/** What has no place here but in the list of allowed addresses. */
export function listWords(): string {
  return t`Add the address to your list of allowed addresses first, on this page. It waits there as your list says; closing can be announced to it from then on.`;
}

/** How long closing waits, in a sentence. */
export function waitWords(hours: number): string {
  if (hours === 0) return t`It happens at once`;
  const days = hours / 24;
  return Number.isInteger(days)
    ? plural(days, { one: "It happens # day from now", other: "It happens # days from now" })
    : plural(hours, { one: "It happens # hour from now", other: "It happens # hours from now" });
}
