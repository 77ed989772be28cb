import type { AutomationTerms } from "#schemas/automated-trading.ts";
import { AppError } from "#schemas/errors.ts";
import { faultOf } from "#schemas/strategies/parameters.ts";
import { STRATEGIES } from "#schemas/strategies/strategies.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { assetOfKey } from "#server/platform/network/assets.ts";
import { checkAmount } from "#server/wallet/index.ts";

/** Below this a trade is more rounding than trade: 0.1 of the asset, in stroops. */
const LEAST_TRADE = 1_000_000n;

/** Terms as they are kept, with their amounts in stroops of the quote asset. */
export interface ReadTerms {
  readonly terms: AutomationTerms;
  readonly budget: bigint;
  readonly perTrade: bigint;
  readonly perDay: bigint;
}

/** Reads what was entered. Throws `automation-parameter`, `automation-limits`, `automation-small` and what {@link checkAmount} does. */
export function readTerms(entered: AutomationTerms): ReadTerms {
  const { strategy, parameters, quote } = entered;
  const name = faultOf(strategy, parameters);
  if (name !== null) throw new AppError("automation-parameter", { name });
  const [budget, perTrade, perDay] = [entered.budget, entered.perTrade, entered.perDay].map(checkAmount);
  if (budget === undefined || perTrade === undefined || perDay === undefined) throw new RangeError("three amounts");
  if (perTrade < LEAST_TRADE)
    throw new AppError("automation-small", { minimum: "0.1", assetCode: assetOfKey(quote).assetCode });
  if (perTrade > budget || perDay < perTrade) throw new AppError("automation-limits");
  const amounts = {
    budget: formatAmount(budget),
    perTrade: formatAmount(perTrade),
    perDay: formatAmount(perDay),
  };
  return { terms: { ...entered, ...amounts, parameters: inOrder(entered) }, budget, perTrade, perDay };
}

/** However they were sent, the same settings are the same. */
function inOrder({ strategy, parameters }: AutomationTerms): AutomationTerms["parameters"] {
  return Object.fromEntries(Object.keys(STRATEGIES[strategy].rules).map((name) => [name, parameters[name] ?? 0]));
}
