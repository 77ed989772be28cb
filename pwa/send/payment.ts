import { t } from "@lingui/core/macro";
import type { ErrorCode } from "#schemas/errors.ts";
import { NATIVE_CODE } from "#schemas/values/fields.ts";
import { memoProblem, type MemoType } from "#schemas/values/memo.ts";
import { formatAmountShort, parseAmount } from "#schemas/values/money.ts";
import type { PasskeyAnswer } from "#schemas/passkey-answer.ts";
import { type Agreed, type SendCheckInput, type SendCheckOutput, type SendInput } from "#schemas/wallet.ts";
import { FIELD_OF_PROOF } from "#pwa/parts/confirming/proof-fields.ts";
import type { Balance } from "#pwa/parts/assets/balances.ts";
import type { AssetName } from "#pwa/parts/assets/asset-key.ts";
import { type AmountUnit, readTyped } from "#pwa/parts/assets/own-currency.ts";
import { accountOf, isStellarAddress } from "#pwa/parts/directory/strkey.ts";
import { formatStroops } from "#pwa/ui/format.ts";
import { deviceSentenceOf as sentenceOf } from "#pwa/platform/language/error-words.ts";
import type { RepeatedWhat } from "./repeat-parts.ts";

/** What is typed into the send form, kept as typed. */
export interface SendDraft {
  readonly to: string;
  /** "XLM" or "CODE-ISSUER". */
  readonly asset: string;
  /** As typed, in `amountIn`: how much of the asset that is, {@link checkDraft} alone says. */
  readonly amount: string;
  readonly amountIn: AmountUnit;
  readonly memo: string;
  readonly memoType: MemoType;
  /** The network that a payment request named; empty where none did. */
  readonly networkPassphrase: string;
  /** What whoever asks for the payment says; empty where nobody asked. */
  readonly message: string;
}

export const EMPTY_DRAFT: SendDraft = {
  to: "",
  asset: NATIVE_CODE,
  amount: "",
  amountIn: "asset",
  memo: "",
  memoType: "text",
  networkPassphrase: "",
  message: "",
};

/** Of what a payment request said nothing goes along to somebody else. */
export const NO_REQUEST = { networkPassphrase: "", message: "" } as const;

export type SendField =
  | Exclude<keyof SendDraft, "amountIn" | "memoType" | "networkPassphrase" | "message">
  | "password"
  | "code";
export type SendProblems = Partial<Record<SendField, string>>;

/** A payment that passed every check this device can make. */
export interface Payment {
  readonly to: string;
  readonly assetCode: string;
  /** Empty for XLM. */
  readonly issuer: string;
  readonly amountStroops: bigint;
  readonly memo: string;
  readonly memoType: MemoType;
  /** The network that it is meant for; empty where it was not said. */
  readonly networkPassphrase: string;
  /** What whoever asked for it says: shown, and sent nowhere. */
  readonly message: string;
  /** Whether it may be set aside for a recipient who cannot hold it yet. */
  readonly asClaimable: boolean;
}

export interface SendFacts {
  readonly balances: readonly Balance[];
  readonly ownAddress: string | undefined;
  readonly ownUserId: string | undefined;
  /** What one of an asset costs in dollars, as far as this device was told. */
  readonly usdOf: (asset: AssetName) => string | null;
}

export type DraftVerdict =
  | { readonly ok: true; readonly payment: Payment }
  | { readonly ok: false; readonly problems: SendProblems };

/** Checks a draft as far as the device can; the server checks again and has the last word. */
export function checkDraft(draft: SendDraft, facts: SendFacts): DraftVerdict {
  const balance = balanceOf(facts.balances, draft.asset);
  const asset = balance ?? assetNamed(draft.asset);
  const amount = readTyped(draft, { assetCode: asset.assetCode, usd: facts.usdOf(asset) });
  const memo = memoProblem({ type: draft.memoType, text: draft.memo });
  const problems: SendProblems = {
    ...problemAt("to", checkRecipient(draft.to.trim(), facts)),
    ...problemAt("asset", balance === undefined ? assetProblem(draft.asset) : null),
    ...problemAt("amount", typeof amount === "string" ? amount : checkAmount(amount, balance)),
    ...problemAt("memo", memo === null ? null : sentenceOf(memo)),
  };
  if (balance === undefined || typeof amount === "string" || Object.keys(problems).length > 0)
    return { ok: false, problems };
  const { assetCode, issuer } = balance;
  return {
    ok: true,
    payment: {
      to: draft.to.trim(),
      assetCode,
      issuer,
      amountStroops: amount,
      memo: draft.memo,
      memoType: draft.memoType,
      networkPassphrase: draft.networkPassphrase,
      message: draft.message,
      asClaimable: false,
    },
  };
}

/** The balance that a form's asset text names. */
export function balanceOf(balances: readonly Balance[], asset: string): Balance | undefined {
  return balances.find((row) => row.uid === asset);
}

/** The asset that a form's asset text names, held or not. */
export function assetNamed(asset: string): AssetName {
  const [assetCode = "", issuer = ""] = asset.split("-");
  return { assetCode, issuer };
}

/** The asset text of a payment: "XLM" or "CODE-ISSUER". */
export function assetOf(payment: Payment): string {
  return payment.issuer === "" ? payment.assetCode : `${payment.assetCode}-${payment.issuer}`;
}

/** What of a payment is repeated. */
export function repeatedWhat(payment: Payment): RepeatedWhat {
  const { to, memo, memoType, amountStroops } = payment;
  return { to, asset: assetOf(payment), amount: formatAmountShort(amountStroops), memo, memoType };
}

/** What a person shows to confirm; empty where it is not asked for. */
export interface Credentials {
  readonly password: string;
  readonly code: string;
  /** Stands for both. */
  readonly passkey: PasskeyAnswer | null;
}

/** The body of the check call. */
export function checkInputOf(payment: Payment): SendCheckInput {
  return {
    to: payment.to,
    assetCode: payment.assetCode,
    amount: formatAmountShort(payment.amountStroops),
    ...(payment.issuer === "" ? {} : { issuer: payment.issuer }),
    ...(payment.asClaimable ? { asClaimable: true } : {}),
    ...(payment.networkPassphrase === "" ? {} : { networkPassphrase: payment.networkPassphrase }),
    ...(payment.memo === "" ? {} : { memo: payment.memo, memoType: payment.memoType }),
  };
}

/** The body of the send call: it holds the server to what `check` showed. */
export function sendInputOf(
  payment: Payment,
  check: SendCheckOutput,
  idempotencyKey: string,
  { password, code, passkey }: Credentials,
): SendInput {
  return {
    ...checkInputOf(payment),
    idempotencyKey,
    agreed: agreedOf(check),
    ...(password === "" ? {} : { password }),
    ...(code === "" ? {} : { code }),
    ...(passkey === null ? {} : { passkey }),
  };
}

function agreedOf({ recipient, memo, memoType, networkFee, isFeeSponsored, operatorFee }: SendCheckOutput): Agreed {
  return { to: recipient.address, memo, memoType, networkFee: isFeeSponsored ? "0" : networkFee, operatorFee };
}

const ERROR_FIELDS: Partial<Record<ErrorCode, SendField>> = {
  "address-malformed": "to",
  "recipient-unknown": "to",
  "domain-malformed": "to",
  "domain-unreadable": "to",
  "domain-elsewhere": "to",
  "recipient-ambiguous": "to",
  "recipient-closed": "to",
  "recipient-is-self": "to",
  "recipient-trustline-missing": "to",
  "recipient-full": "to",
  "recipient-not-authorized": "to",
  "recipient-not-ready": "amount",
  "amount-malformed": "amount",
  "amount-too-precise": "amount",
  "amount-too-large": "amount",
  "amount-not-positive": "amount",
  "balance-too-low": "amount",
  "limit-exceeded": "amount",
  "fee-balance-too-low": "asset",
  "claimable-reserve-too-low": "asset",
  "asset-unknown": "asset",
  "asset-not-authorized": "asset",
  "payments-halted": "asset",
  "memo-too-long": "memo",
  "memo-hidden-marks": "memo",
  "memo-not-number": "memo",
  "memo-not-hash": "memo",
  "memo-fixed": "memo",
  "memo-required": "memo",
  ...FIELD_OF_PROOF,
  "daily-limit-exceeded": "amount",
  "recipient-not-allowed": "to",
  "recipient-on-hold": "to",
};

/** The field a refusal concerns; null where it concerns the payment as a whole. */
export function fieldOfError(code: string): SendField | null {
  return Object.entries(ERROR_FIELDS).find(([name]) => name === code)?.[1] ?? null;
}

/** A name of SEP-2, also of a server that has no domain of its own, as on a developer's machine. */
const NAME_AND_DOMAIN = /^[^*,<>\s\p{C}]{1,64}\*[a-z0-9.-]+(:\d{1,5})?$/iu;

function checkRecipient(to: string, facts: SendFacts): string | null {
  if (to === "") return t`Enter who receives this`;
  if (to === facts.ownUserId || accountOf(to) === facts.ownAddress) return sentenceOf("recipient-is-self");
  if (NAME_AND_DOMAIN.test(to)) return null;
  // User IDs have 4 to 32 letters; anything longer was meant as an address.
  if (to.length > 32 && !isStellarAddress(to)) return sentenceOf("address-malformed");
  return /^[A-Za-z0-9_-]+$/.test(to) ? null : sentenceOf("address-malformed");
}

function checkAmount(amount: bigint, balance: Balance | undefined): string | null {
  if (amount === 0n) return sentenceOf("amount-not-positive");
  if (balance === undefined) return null;
  const spendable = parseAmount(balance.spendable);
  return amount > spendable
    ? sentenceOf("balance-too-low", { spendable: formatStroops(spendable), assetCode: balance.assetCode })
    : null;
}

function assetProblem(asset: string): string {
  const { assetCode } = assetNamed(asset);
  return asset === NATIVE_CODE ? sentenceOf("wallet-not-ready") : sentenceOf("asset-unknown", { assetCode });
}

function problemAt(field: SendField, problem: string | null): SendProblems {
  return problem === null ? {} : { [field]: problem };
}
