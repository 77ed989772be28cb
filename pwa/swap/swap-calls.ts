import { t } from "@lingui/core/macro";
import type { ConfirmationCalls } from "#pwa/parts/confirming/use-confirmation.ts";
import { call } from "#pwa/platform/api/call.ts";
import { sentenceOf } from "#pwa/platform/api/http-error.ts";
import { MARKETS_ENDPOINTS } from "#schemas/endpoints/markets.ts";
import { TRADING_ENDPOINTS } from "#schemas/endpoints/trading.ts";
import type { QuoteOutput, QuoteQuery } from "#schemas/market-data.ts";
import type { SwapCheckOutput, SwapTerms } from "#schemas/trading.ts";
import { isWithin, movedWords, termsOf } from "./swap-terms.ts";
import { confirmationOf } from "#pwa/parts/trading/agreed.ts";

/** What a person is shown before they confirm: the price as it is now, and what the swap takes. */
export interface SwapLook extends SwapCheckOutput {
  readonly quote: QuoteOutput;
  readonly terms: SwapTerms;
}

/** A swap that somebody asked for, with its slippage in hundredths of a percent. */
export interface WantedSwap {
  readonly question: QuoteQuery;
  readonly slippage: bigint;
}

/** How a swap is looked at and confirmed. What is confirmed is asked for once more: nobody agrees to a price that is gone. */
export function swapCalls({ question, slippage }: WantedSwap): ConfirmationCalls<SwapLook> {
  let wasSent = false;
  return {
    look: async (signal) => {
      wasSent = false;
      const quote = await call(MARKETS_ENDPOINTS.marketQuote, { query: question, signal });
      const terms = termsOf(question, quote, slippage);
      return { ...(await call(TRADING_ENDPOINTS.checkSwap, { body: terms, signal })), quote, terms };
    },
    confirm: async ({ quote, terms, ...check }, idempotencyKey, proof) => {
      // After a lost answer the server may have taken it: only the very same can be asked for again.
      const refusal = wasSent ? null : await refusalNow(question, quote, terms);
      if (refusal !== null) return { refusal };
      wasSent = true;
      return call(TRADING_ENDPOINTS.swap, { body: { swap: terms, ...confirmationOf(check, idempotencyKey, proof) } });
    },
  };
}

/** Why a swap cannot be confirmed any more as it was shown; null where it can. */
async function refusalNow(question: QuoteQuery, shown: QuoteOutput, terms: SwapTerms): Promise<string | null> {
  try {
    const now = await call(MARKETS_ENDPOINTS.marketQuote, { query: question });
    if (isWithin(terms, now)) return null;
    const end = t`Nothing was swapped. Please look at it again.`;
    return `${movedWords(question, shown, now)} ${end}`;
  } catch (error) {
    return sentenceOf(error, t`The price could not be asked for once more, so nothing was swapped.`);
  }
}
