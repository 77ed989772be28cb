import { t } from "@lingui/core/macro";
import { formatAmountText } from "#pwa/ui/format.ts";
import { readSaid, type SaidFacts, writeSaid } from "#schemas/said.ts";

/** Codes of assets, and a decimal amount. */
interface Facts {
  readonly amount: string;
  readonly assetCode: string;
  readonly base: string;
  readonly quote: string;
  readonly codeA: string;
  readonly codeB: string;
  readonly send: string;
  readonly receive: string;
}

const NONE: Facts = { amount: "", assetCode: "", base: "", quote: "", codeA: "", codeB: "", send: "", receive: "" };

const WORDS = {
  send: ({ amount, assetCode }) => t`Send ${amount} ${assetCode}`,
  "repeat-payment": () => t`Repeat a payment`,
  claim: ({ amount, assetCode }) => t`Claim ${amount} ${assetCode}`,
  "asset-add": ({ assetCode }) => t`Add ${assetCode}`,
  "asset-remove": ({ assetCode }) => t`Remove ${assetCode}`,
  swap: ({ send, receive }) => t`Swap ${send} for ${receive}`,
  "pool-deposit": ({ codeA, codeB }) => t`Deposit ${codeA} and ${codeB}`,
  "pool-withdraw": ({ codeA, codeB }) => t`Withdraw ${codeA} and ${codeB}`,
  stake: ({ amount, assetCode }) => t`Stake ${amount} ${assetCode}`,
  unstake: ({ amount, assetCode }) => t`Take ${amount} ${assetCode} out of a stake`,
  "stake-rewards": ({ assetCode }) => t`Get rewards in ${assetCode}`,
  automation: ({ base, quote }) => t`Start an automation in ${base} / ${quote}`,
  "automation-on": ({ base, quote }) => t`Let an automation in ${base} / ${quote} go on`,
  "market-pool": ({ base, quote }) => t`Make a market in ${base} / ${quote}`,
  "market-start": ({ base, quote }) => t`Start market making in ${base} / ${quote}`,
  "market-change": ({ base, quote }) => t`Change market making in ${base} / ${quote}`,
  "second-key-on": () => t`Add a second key`,
  "second-key-off": () => t`Turn the second key off`,
  buy: ({ amount, base, quote }) => t`Buy ${amount} ${base} with ${quote}`,
  sell: ({ amount, base, quote }) => t`Sell ${amount} ${base} for ${quote}`,
  "plain-buy": ({ base }) => t`Buy ${base}`,
  "plain-sell": ({ base }) => t`Sell ${base}`,
  "plain-cancel": () => t`Cancel the order`,
  "order-change": () => t`Change an open order`,
  "order-cancel": () => t`Cancel an order`,
  "pair-cancel": ({ base, quote }) => t`Cancel all in ${base} / ${quote}`,
  "all-cancel": () => t`Cancel all open orders`,
  "stop-limit-buy": ({ amount, base, quote }) => t`Stop-limit: buy ${amount} ${base} with ${quote}`,
  "stop-limit-sell": ({ amount, base, quote }) => t`Stop-limit: sell ${amount} ${base} for ${quote}`,
  "take-profit-buy": ({ amount, base, quote }) => t`Take-profit: buy ${amount} ${base} with ${quote}`,
  "take-profit-sell": ({ amount, base, quote }) => t`Take-profit: sell ${amount} ${base} for ${quote}`,
  "trailing-stop-buy": ({ amount, base, quote }) => t`Trailing stop: buy ${amount} ${base} with ${quote}`,
  "trailing-stop-sell": ({ amount, base, quote }) => t`Trailing stop: sell ${amount} ${base} for ${quote}`,
  "oco-buy": ({ amount, base, quote }) => t`OCO: buy ${amount} ${base} with ${quote}`,
  "oco-sell": ({ amount, base, quote }) => t`OCO: sell ${amount} ${base} for ${quote}`,
  "twap-buy": ({ amount, base, quote }) => t`TWAP: buy ${amount} ${base} with ${quote}`,
  "twap-sell": ({ amount, base, quote }) => t`TWAP: sell ${amount} ${base} for ${quote}`,
  "recurring-buy": ({ amount, base, quote }) => t`Recurring buy: buy ${base} for ${amount} ${quote}`,
} as const satisfies Record<string, (facts: Facts) => string>;

type WhatCode = keyof typeof WORDS;

/** What a person confirms, as this device keeps it until there is an answer (`said.ts`): it may be told in another language by then. */
export function what(code: WhatCode, facts: Partial<Facts> = {}): string {
  return writeSaid(code, { ...facts } satisfies SaidFacts);
}

/** The same in the language that is shown by now; what was kept as words before there were codes stays as it is. */
export function whatWords(kept: string): string {
  const said = readSaid(kept);
  if (said === null) return kept;
  const { code, facts } = said;
  // Of a newer version of the app.
  if (!isKnown(code)) return t`What you confirmed`;
  const texts = Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, String(fact)]));
  const { amount = "" } = texts;
  return WORDS[code]({ ...NONE, ...texts, amount: amount === "" ? "" : formatAmountText(amount) });
}

function isKnown(code: string): code is WhatCode {
  return Object.hasOwn(WORDS, code);
}
