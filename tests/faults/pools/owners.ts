import type { PoolTerms } from "#schemas/market-making.ts";
import { untilAnswered } from "#tests/faults/money/answers.ts";
import { PASSWORD } from "#tests/faults/money/credentials.ts";
import { pause } from "#tests/faults/money/link-proxy.ts";
import { type Answer, ask, type Person } from "#tests/faults/money/people.ts";
import { pullRows } from "#tests/faults/money/pull.ts";
import { integer, oneOf, type Random } from "#tests/faults/money/random.ts";
import type { Stack } from "#tests/faults/money/stack.ts";

const AGREED = { networkFee: "1", operatorFees: [] };
/** What an act comes to that another one, or a death, was quicker than. */
const FAIR_REFUSALS = [
  "market-busy",
  "market-not-stopped",
  "market-opening",
  "market-over",
  "market-twice",
  "market-crosses-pool",
  "market-crosses-own",
  "market-reference-missing",
  "market-sources-apart",
  "market-building",
  "market-behind",
  "market-reserves-short",
  "network-unreachable",
  "payments-halted",
  "trade-underfunded",
  "balance-too-low",
  "order-crosses-own",
  "order-under-way",
  "confirmation-withdrawn",
];

/** Something that an owner asked for, until it was answered. */
export interface PoolRequest {
  readonly key: string;
  readonly by: Person;
  readonly act: string;
  readonly answer: string;
}

/** A row as a device has it. */
export type Row = Readonly<Record<string, unknown>>;

export function poolsOf(stack: Stack, random: Random, person: Person): Promise<Row[]> {
  const from = { url: oneOf(random, stack.serverUrls), origin: stack.publicUrl };
  return pullRows(from, person, "liquidity_pools");
}

/** Has owners open pools, start, change, stop and drain them, and trade beside them, each as their device shows it, until `isOver`. */
export async function actOnPools(
  stack: Stack,
  owners: readonly Person[],
  random: Random,
  {
    asset,
    requests,
    isOver,
  }: { readonly asset: string; readonly requests: PoolRequest[]; readonly isOver: () => boolean },
): Promise<void> {
  while (!isOver()) {
    const by = oneOf(random, owners);
    // A device that is not answered shows nothing new.
    const pools = await poolsOf(stack, random, by).catch(() => null);
    const live = pools?.find(({ status }) => status !== "closed" && status !== "failed");
    if (pools) await actOnce(stack, random, { by, live, asset, requests });
    await pause(integer(random, 100, 800));
  }
}

interface Seen {
  readonly by: Person;
  readonly live: Row | undefined;
  readonly asset: string;
  readonly requests: PoolRequest[];
}

async function actOnce(stack: Stack, random: Random, { by, live, asset, requests }: Seen): Promise<void> {
  const tap = (act: string, path: string, body: object) => tapOnce(stack, random, requests, { by, act, path, body });
  const wish = random();
  if (wish < 0.2) {
    const order = { kind: "limit", side: oneOf(random, ["buy", "sell"]), base: "XLM", quote: asset };
    const terms = { ...order, amount: "0.5", price: oneOf(random, ["0.95", "1", "1.05"]) };
    return tap("order", "/api/trading/orders", { order: terms, agreed: AGREED });
  }
  if (!live)
    return tap("open", "/api/market-making", {
      pool: { terms: termsFor(random, asset), riskAccepted: true },
      agreed: AGREED,
    });
  const { uid } = live;
  if (live["status"] === "stopped" && wish < 0.75)
    return tap("start", "/api/market-making/start", { start: { uid, riskAccepted: true }, agreed: AGREED });
  if (wish < 0.35) return tap("stop", "/api/market-making/stop", { uid });
  if (wish < 0.45) return tap("drain", "/api/market-making/drain", { uid });
  if (wish < 0.55) {
    const {
      base: _b,
      quote: _q,
      baseAmount: _ba,
      quoteAmount: _qa,
      walletCount: _w,
      ...settings
    } = termsFor(random, asset);
    return tap("change", "/api/market-making/change", { change: { uid, settings }, agreed: AGREED });
  }
}

/** Of XLM for FLT, around one for one. */
export function termsFor(random: Random, quote: string): PoolTerms {
  return {
    base: "XLM",
    quote,
    baseAmount: "40",
    quoteAmount: "40",
    walletCount: oneOf(random, [2, 3, 4]),
    levels: oneOf(random, [2, 3]),
    spreadPercentage: oneOf(random, ["1", "2"]),
    depthPercentage: oneOf(random, ["4", "6"]),
    minTradeSize: "0.1",
    maxTradeSize: "20",
    reference: { kind: "fixed", targetPrice: oneOf(random, ["0.98", "1", "1.02"]) },
    priceMargin: "20",
    inventoryTarget: 50,
    skew: oneOf(random, [0, 50, 100]),
    autoRebalance: random() < 0.7,
    maxDrawdown: 60,
    maxDailyLoss: "40",
    maxFillsPerMinute: 1000,
  };
}

interface Tapped extends Pick<PoolRequest, "by" | "act"> {
  readonly path: string;
  readonly body: object;
}

/** Keys that were used. */
let taken = 0;

/** Now and then twice at once, with one key. */
async function tapOnce(
  stack: Stack,
  random: Random,
  requests: PoolRequest[],
  { by, act, path, body }: Tapped,
): Promise<void> {
  taken += 1;
  const key = `fault-pool-${String(taken).padStart(10, "0")}`;
  const needsKey = act === "open" || act === "start" || act === "change" || act === "order";
  const asked = needsKey ? { ...body, idempotencyKey: key, password: PASSWORD } : body;
  const taps = random() < 0.15 ? 2 : 1;
  const answers = await Promise.all(
    Array.from({ length: taps }, () => untilAnswered(() => ask(stack, random, path, by.cookie, asked))),
  );
  for (const answer of answers) requests.push({ key, by, act, answer: outcomeOf(answer) });
}

/** Throws for what nobody should be told. */
function outcomeOf({ status, body }: Answer): string {
  if (status < 300) return "done";
  const code = String(body["code"]);
  if (!FAIR_REFUSALS.includes(code)) throw new Error(`a pool's owner was answered ${status} ${JSON.stringify(body)}`);
  return code;
}
