import type { ClientSession } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import { type FeeRule, type Fees, operatorFee, readFees } from "#server/fees/index.ts";
import { type NetworkFee, networkFee } from "#server/platform/house/network-fee.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { type AccountDocument, accountCollection } from "#server/platform/ingest/account.ts";
import { spendableOf } from "#server/platform/ingest/spendable.ts";
import { isNetworkAddress } from "#server/platform/network/addresses.ts";
import { type AssetName, isNative, isSameAsset, NATIVE } from "#server/platform/network/assets.ts";
import type { LedgerAccount, LedgerLine } from "#server/platform/network/entries.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import type { AcceptDeps, Planned } from "#server/platform/submissions/accept.ts";
import { allRefusals, type Spending } from "#server/platform/submissions/spending.ts";
import type { Step } from "#server/platform/submissions/steps.ts";
import type { Hold } from "#server/platform/submissions/submission.ts";
import { isTakingBack, isTradeStep } from "#server/platform/submissions/trade-steps.ts";
import { collectFee, type ComingFees, comingFees, type Left, leftAfter, reach } from "#server/wallet/index.ts";
import type { MarketSides } from "#server/markets/index.ts";
import { crossesPool } from "#server/pool-standing/index.ts";
import type { OrderDocument } from "#server/orders/index.ts";
import { type Records, readRecords } from "./account-records.ts";
import { delistedRefusals } from "./delisted.ts";
import { boundBy, cancelSteps, isUnderWay, offeredBy, sidesOf } from "./own-orders.ts";
import { missingLines, reserveOf, sumOf, sums, tradeRefusals, unique } from "./rules.ts";
import { type Portion, type Way, wayOf, type Wish } from "./wish.ts";

export interface TradeDeps extends AcceptDeps {
  readonly network: StellarNetwork;
}

/** Of trades that come to the book. */
export interface ExchangeDeps extends TradeDeps {
  readonly sides: MarketSides;
}

/** A trade ready to be recorded, if nothing stands against it. Amounts in stroops. */
export interface TradePlan extends NetworkFee, Planned {
  readonly userId: number;
  readonly wish: Wish;
  readonly steps: readonly Step[];
  /** Assets that it adds to the account. */
  readonly adds: readonly AssetName[];
  readonly fees: readonly Portion[];
  /** What the operator will take for the same, where that is to change. */
  readonly comingFees: ComingFees | null;
  /** Own orders in its way that it takes back first. */
  readonly takesBack: readonly OrderDocument[];
  /** XLM that the network keeps aside for what it makes. */
  readonly reserve: bigint;
  /** Everything that is kept back until ingestion has folded it. */
  readonly holds: readonly Hold[];
  /** All that leaves the account at most. */
  readonly total: readonly Portion[];
  /** What the account has afterwards; none where something stands against it. */
  readonly left: readonly Left[];
  readonly ledger: LedgerFacts;
}

interface LedgerFacts {
  readonly lines: readonly LedgerLine[];
  readonly issuers: ReadonlyMap<string, LedgerAccount>;
}

/** The user's wallet. Throws `wallet-not-ready`. */
export async function walletOf({ database }: Runtime, userId: number): Promise<AccountDocument> {
  const account = await accountCollection(database).findOne({ userId, role: "wallet" });
  if (!account) throw new AppError("wallet-not-ready");
  return account;
}

/** Works out what a wish takes, and everything that stands against it; nothing is recorded. Throws `network-unreachable`. */
export async function planTrade(
  { runtime, network, guard }: TradeDeps,
  account: AccountDocument,
  wanted: Wish,
): Promise<TradePlan> {
  const { database } = runtime;
  const adds = wanted.refusals.length > 0 ? [] : missingLines(account, wanted.takes);
  const spending = spendingOf(wanted, adds);
  const [ledger, bid, [records, verdict]] = await Promise.all([
    askLedger(network, account._id, assetsOf(wanted)),
    reach(network.feeBid()),
    database.transaction(
      async (session) =>
        [await readRecords(runtime, session, account), await guard.judge(session, account.userId, spending)] as const,
    ),
  ]);
  const { takesBack, effect } = wayOf(wanted, records);
  const wish = { ...wanted, ...(effect && { effect }), freed: freedBy(wanted.freed, takesBack) };
  const rules = await readFees(runtime, wish.charged.operation);
  const collected = await collectFees(runtime, account._id, wish, rules);
  const source = account._id;
  const lines = adds.map((asset): Step => ({ type: "change_trust", source, ...asset }));
  // First of all: what they bind is then free for the rest.
  const steps = [...cancelSteps(source, takesBack), ...lines, ...wish.steps, ...collected.map(({ step }) => step)];
  const fees = collected.map(({ fee }) => fee);
  const reserve = reserveOf(adds.length + wish.reserves);
  const paid = await feeOf(runtime, { bid, operations: steps.length, account, wish, records, reserve, fees });
  const ownFee = paid.feePayer === null ? paid.fee : 0n;
  const plan = {
    ...paid,
    userId: account.userId,
    account: source,
    wish,
    steps,
    adds,
    fees,
    comingFees: await comingFees(runtime, source, rules, (each) => feesBy(wish, each)),
    takesBack,
    reserve,
    holds: holdsOf(wish, fees, { reserve, ownFee }),
    total: wish.refusals.length > 0 ? [] : sums([...wish.gives, ...fees, ...xlm(ownFee)]),
    ledger,
    spending,
    verdict,
  };
  const refusals = refusalsNow(plan, records);
  const isFree = allRefusals(verdict, refusals).length === 0;
  return { ...plan, refusals, left: isFree ? leftOf(plan, records) : [] };
}

/** What a wish is judged by. Taking orders back moves nothing. */
function spendingOf(wish: Wish, adds: readonly AssetName[]): Spending {
  if (isTakingBack(wish.steps)) return { kind: "back", assets: assetsOf(wish) };
  const { gives, takes, through } = wish;
  const operation = wish.kind === "swap" ? "swap" : "trade";
  return wish.spending ?? { kind: "exchange", operation, gives, takes, adds, through };
}

/** What stands against a plan now, within the transaction that has taken its account. */
export async function refusalsWithin(
  runtime: Runtime,
  session: ClientSession,
  plan: TradePlan,
  account: AccountDocument,
): Promise<AppError[]> {
  return refusalsNow(plan, await readRecords(runtime, session, account));
}

type Judged = Omit<TradePlan, "refusals" | "left">;

function refusalsNow(
  { wish, fees, takesBack, reserve, fee, feePayer, adds, ledger }: Judged,
  records: Records,
): AppError[] {
  const { account, reserved } = records;
  const closing = records.isClosing ? [new AppError("account-closing")] : [];
  if (wish.refusals.length > 0) return [...closing, ...wish.refusals];
  const { gives, takes, freed } = wish;
  const way = wayOf(wish, records);
  const byTrade = tradeRefusals({
    address: account._id,
    account,
    lines: ledger.lines,
    issuers: ledger.issuers,
    reserved,
    incoming: incomingOf(records.underWay),
    gives,
    fees,
    takes,
    freed,
    reserve,
    entries: adds.length + wish.reserves - takesBack.length,
    ownFee: feePayer === null ? fee : 0n,
  });
  return [
    ...closing,
    ...delistedRefusals(wish, records),
    ...wish.against(records),
    ...crossesPool(wish.steps, records.pools),
    ...way.refusals,
    ...takenBackRefusals(way, takesBack, records),
    ...byTrade,
  ];
}

/** What is taken back must be there, and be all that is in the way. */
function takenBackRefusals(way: Way, takesBack: readonly OrderDocument[], records: Records): AppError[] {
  const isTaken = ({ offerId }: OrderDocument) => takesBack.some((row) => row.offerId === offerId);
  const isThere = ({ offerId }: OrderDocument) =>
    records.open.some((row) => row.offerId === offerId) && !isUnderWay(records, offerId, ["cancel_offer"]);
  return way.takesBack.every(isTaken) && takesBack.every(isThere) ? [] : [new AppError("order-moved")];
}

/** Everything that the wish has to do with. */
export function assetsOf({ gives, takes, through }: Wish): AssetName[] {
  return unique([...gives, ...takes].map(({ asset }) => asset).concat(through));
}

/** Room that orders and swaps under way will bind, as far as it is known beforehand. */
function incomingOf(underWay: readonly Step[]): Portion[] {
  return underWay.flatMap((step): Portion[] => {
    if (!isTradeStep(step)) return [];
    switch (step.type) {
      case "manage_buy_offer":
        return [{ asset: step.buying, amount: BigInt(step.amount) }];
      case "manage_sell_offer":
      case "create_passive_sell_offer": {
        const amount = (BigInt(step.amount) * BigInt(step.price.n)) / BigInt(step.price.d);
        return [{ asset: step.buying, amount }];
      }
      case "path_payment_strict_send":
      case "path_payment_strict_receive":
        return [{ asset: step.receive, amount: BigInt(step.receiveAmount) }];
      default:
        return [];
    }
  });
}

async function collectFees(runtime: Runtime, source: string, wish: Wish, { inForce }: Fees) {
  const collected = await Promise.all(feesBy(wish, inForce).map((fee) => collectFee(runtime, source, fee)));
  return collected.filter((each) => each !== null);
}

/** What rules take for a wish. */
function feesBy({ charged, refusals }: Wish, rules: readonly FeeRule[]) {
  if (refusals.length > 0) return [];
  const fees = charged.portions.map(({ asset, amount }) => operatorFee(rules, asset, amount));
  // Two in one asset can only be the same flat fee twice.
  return fees
    .filter((fee) => fee !== null)
    .filter((fee, index, all) => all.findIndex((other) => isSameAsset(other.asset, fee.asset)) === index);
}

interface FeeQuestion {
  readonly bid: bigint;
  readonly operations: number;
  readonly account: AccountDocument;
  readonly wish: Wish;
  readonly records: Records;
  readonly reserve: bigint;
  readonly fees: readonly Portion[];
}

/** Whoever gives XLM pays the network with it: where it is short, less of it can be given. */
async function feeOf(runtime: Runtime, { bid, operations, account, wish, records, reserve, fees }: FeeQuestion) {
  if (operations === 0) return { fee: 0n, feePayer: null };
  const givesXlm = wish.gives.some(({ asset }) => isNative(asset));
  if (givesXlm) return { fee: bid * BigInt(operations), feePayer: null };
  const bound = reserve + sumOf(fees, NATIVE) - sumOf(wish.freed.given, NATIVE);
  // Its fee is paid before anything else becomes free.
  const spare = spendableOf(account, NATIVE, records.reserved) - (bound > 0n ? bound : 0n);
  return networkFee(runtime, { bid, operations, spare });
}

/** What a replaced order binds already is kept back by the ledger. */
function holdsOf(
  { gives, freed, refusals }: Wish,
  fees: readonly Portion[],
  { reserve, ownFee }: { readonly reserve: bigint; readonly ownFee: bigint },
): Hold[] {
  if (refusals.length > 0) return [];
  const kept = sums([...gives, ...fees, ...xlm(reserve)]).map(({ asset, amount }) => {
    const rest = amount - sumOf(freed.given, asset);
    return { asset, amount: rest > 0n ? rest : 0n };
  });
  return sums([...kept, ...xlm(ownFee)])
    .filter(({ amount }) => amount > 0n)
    .map(({ asset, amount }) => ({ ...asset, amount: String(amount) }));
}

/** What an order that is taken back binds is free from then on, its reserve among it. */
function freedBy({ given, taken }: Wish["freed"], takesBack: readonly OrderDocument[]): Wish["freed"] {
  const back = takesBack.map((row) => ({ row, sides: sidesOf(row) }));
  return {
    given: [
      ...given,
      ...back.map(({ row, sides }) => ({ asset: sides.given, amount: offeredBy(row) })),
      ...xlm(reserveOf(back.length)),
    ],
    taken: [...taken, ...back.map(({ row, sides }) => ({ asset: sides.taken, amount: boundBy(row) }))],
  };
}

function leftOf({ wish, fees, fee, feePayer, reserve }: Judged, { account, reserved }: Records): Left[] {
  // Of a payment whose markets nobody can tell of, what surely comes in.
  const atLeast = { leaves: wish.gives, comes: isPayment(wish) ? wish.takes : [] };
  const { leaves, comes } = wish.effect ?? atLeast;
  const paid = [...fees, ...xlm(feePayer === null ? fee : 0n)];
  return leftAfter(account, reserved, {
    leaves: [...leaves, ...paid],
    comes,
    frees: wish.freed.given,
    binds: reserve,
  });
}

function isPayment({ steps }: Wish): boolean {
  return steps.some(({ type }) => type === "path_payment_strict_send" || type === "path_payment_strict_receive");
}

function xlm(amount: bigint): Portion[] {
  return amount > 0n ? [{ asset: NATIVE, amount }] : [];
}

async function askLedger(network: StellarNetwork, address: string, assets: readonly AssetName[]): Promise<LedgerFacts> {
  const credits = assets.filter((asset) => !isNative(asset) && isNetworkAddress(asset.issuer));
  if (credits.length === 0) return { lines: [], issuers: new Map() };
  const issuers = [...new Set(credits.map(({ issuer }) => issuer))];
  const { accounts, lines } = await reach(
    network.holdings([{ address, assets: credits }, ...issuers.map((issuer) => ({ address: issuer, assets: [] }))]),
  );
  return { lines: lines.filter((line) => line.address === address), issuers: accounts };
}
