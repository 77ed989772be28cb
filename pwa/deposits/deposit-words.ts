import { t } from "@lingui/core/macro";
import { formatUsd } from "#pwa/parts/assets/worth.ts";
import { deviceSentenceOf } from "#pwa/platform/language/error-words.ts";
import type { LocalRow } from "#pwa/platform/rxdb/row-schema.ts";
import { formatAmountText } from "#pwa/ui/format.ts";
import { boundsRefusal, xlmFor } from "#schemas/deposit-amounts.ts";
import type { DepositOffer, DepositStatus } from "#schemas/deposits.ts";
import { AmountError, isAmount, parseAmount } from "#schemas/values/money.ts";

/** A deposit as the device keeps it. */
export type Deposit = LocalRow<"deposits">;

interface StatusWords {
  readonly label: string;
  readonly tone: "neutral" | "accent" | "up" | "down" | "warn";
  readonly sentence: string;
}

const WORDS: Readonly<Record<DepositStatus, StatusWords>> = {
  pending: {
    get label() {
      return t({ message: "Being checked", context: "state of a deposit" });
    },
    tone: "warn",
    get sentence() {
      return t`A person checks that your payment arrived. You can leave this page; you will be told.`;
    },
  },
  approved: {
    get label() {
      return t({ message: "Approved", context: "state of a deposit" });
    },
    tone: "accent",
    get sentence() {
      return t`Your payment arrived. The XLM are sent next.`;
    },
  },
  crediting: {
    get label() {
      return t({ message: "Being sent", context: "state of a deposit" });
    },
    tone: "accent",
    get sentence() {
      return t`The XLM are on their way to your wallet.`;
    },
  },
  credited: {
    get label() {
      return t({ message: "Credited", context: "state of a deposit" });
    },
    tone: "up",
    get sentence() {
      return t`The XLM are in your wallet.`;
    },
  },
  rejected: {
    get label() {
      return t({ message: "Rejected", context: "state of a deposit" });
    },
    tone: "down",
    get sentence() {
      return t`This deposit was not accepted.`;
    },
  },
  failed: {
    get label() {
      return t({ message: "Delayed", context: "state of a deposit" });
    },
    tone: "warn",
    get sentence() {
      return t`The XLM could not be sent yet. We know of it and send them again; you need not do anything.`;
    },
  },
};

export function statusWords(status: DepositStatus): StatusWords {
  return WORDS[status];
}

/** The newest first. */
export function sortDeposits(deposits: readonly Deposit[]): Deposit[] {
  return [...deposits].sort((left, right) => right.depositId - left.depositId);
}

/** What it brought or should bring, in XLM; null where nothing is known. */
export function xlmOf({ status, xlmCredited, estimatedXlm }: Deposit): string | null {
  if (status === "rejected") return null;
  return xlmCredited ?? estimatedXlm;
}

/** "$20.50". */
export function usdText(amount: string): string {
  return formatUsd(parseAmount(amount));
}

/** What an amount buys at the offer's rate, in XLM; null where it is no amount that could be deposited. */
export function estimateOf(amount: string, { xlmRate }: DepositOffer): string | null {
  if (!isAmount(amount) || parseAmount(amount) === 0n) return null;
  try {
    return xlmFor(amount, xlmRate);
  } catch (error) {
    if (error instanceof AmountError) return null;
    throw error;
  }
}

/** What keeps an amount from being deposited, as far as the device can tell; null where nothing does. */
export function amountProblem(amount: string, offer: DepositOffer): string | null {
  if (!isAmount(amount)) return t`Enter what you paid in dollars, such as 20.50.`;
  if (parseAmount(amount) === 0n) return deviceSentenceOf("amount-not-positive");
  if (/\.\d{3,}$/.test(amount)) return t`Dollars have two decimal places at most.`;
  const refusal = boundsRefusal(amount, offer);
  return refusal === null ? null : deviceSentenceOf(refusal.code, refusal.facts);
}

export function rateText(xlmRate: string): string {
  return t`1 USD = ${{ amount: formatAmountText(xlmRate) }} XLM`;
}

/** "5 to 100 USD", or what bound there is; null where there is none. */
export function boundsText({ minAmount, maxAmount }: DepositOffer): string | null {
  const [least, most] = [minAmount, maxAmount].map((bound) => (bound === null ? null : formatAmountText(bound)));
  if (least != null && most != null) return t`${least} to ${most} USD`;
  if (least != null) return t`${least} USD or more`;
  return most == null ? null : t`Up to ${most} USD`;
}
