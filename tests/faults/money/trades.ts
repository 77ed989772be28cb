import { type Outcome, outcomeOf, untilAnswered } from "./answers.ts";
import { stroopsText } from "./amounts.ts";
import { PASSWORD } from "./credentials.ts";
import { ask, type Person } from "./people.ts";
import { integer, oneOf, type Random } from "./random.ts";
import type { Stack } from "./stack.ts";

/** Something that somebody asked the exchange for, until it was answered. */
export interface TradeRequest {
  readonly key: string;
  readonly by: Person;
  readonly what: "orders" | "orders/cancel" | "swaps";
  /** Null until answered. */
  answer: Outcome | null;
}

/** Few enough that people meet at the same price. */
const PRICES = ["0.5", "0.8", "1", "1.25", "2"] as const;
const UNIT = 10_000_000;
/** XLM: a person who agrees to whatever the network asks. */
const ANY_FEE = "1";

/** Has somebody order, swap or take their orders back, for XLM in an asset of which people have a little. */
export async function tradeSome(
  stack: Stack,
  people: readonly Person[],
  random: Random,
  asset: string,
  trades: TradeRequest[],
): Promise<void> {
  const key = `fault-trade-${String(trades.length + 1).padStart(10, "0")}`;
  const { what, terms } = chooseOne(random, asset);
  const request: TradeRequest = { key, by: oneOf(random, people), what, answer: null };
  trades.push(request);
  const taps = random() < 0.15 ? 2 : 1;
  await Promise.all(Array.from({ length: taps }, () => askToTrade(stack, random, request, terms)));
}

function chooseOne(random: Random, asset: string): { readonly what: TradeRequest["what"]; readonly terms: object } {
  const amount = stroopsText(BigInt(integer(random, 1, UNIT / 2)));
  const wish = random();
  if (wish < 0.2) return { what: "orders/cancel", terms: { cancel: { which: "all" } } };
  if (wish < 0.4) {
    const [send, receive] = random() < 0.6 ? ["XLM", asset] : [asset, "XLM"];
    const bounds = { sendAmount: amount, receiveAmount: stroopsText(1n) };
    return { what: "swaps", terms: { swap: { direction: "send", send, receive, ...bounds, path: [] } } };
  }
  const kind = wish < 0.5 ? "market" : wish < 0.6 ? "passive" : "limit";
  const side = random() < 0.6 ? "buy" : "sell";
  const order = { kind, side, base: asset, quote: "XLM", amount, price: oneOf(random, PRICES) };
  return { what: "orders", terms: { order } };
}

/**
 * Asks with the same key until there is an answer. A refusal leaves nothing behind, so that a second tap may be accepted;
 * but a key is accepted for one submission only.
 */
async function askToTrade(stack: Stack, random: Random, request: TradeRequest, terms: object): Promise<void> {
  const { key, by, what } = request;
  const agreed = { networkFee: ANY_FEE, operatorFees: [] };
  // Nobody lists what they trade, so that an exchange of it is confirmed as a payment is.
  const body = { ...terms, agreed, idempotencyKey: key, password: PASSWORD };
  const outcome = outcomeOf(await untilAnswered(() => ask(stack, random, `/api/trading/${what}`, by.cookie, body)));
  const former = request.answer;
  if (former === null || "refusal" in former) request.answer = outcome;
  else if (!("refusal" in outcome) && outcome.submissionId !== former.submissionId)
    throw new Error(`${key} was answered with submissions ${former.submissionId} and ${outcome.submissionId}`);
}
