import type { ClientSession } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import type { TrustlineCheckInput } from "#schemas/trustlines.ts";
import { networkFee } from "#server/platform/house/network-fee.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { type AccountDocument, accountCollection } from "#server/platform/ingest/account.ts";
import { lineOf, spendableOf } from "#server/platform/ingest/spendable.ts";
import { isNetworkAddress } from "#server/platform/network/addresses.ts";
import { type AssetName, assetKey, isSameAsset, NATIVE } from "#server/platform/network/assets.ts";
import { BASE_RESERVE_STROOPS, type LedgerLine } from "#server/platform/network/entries.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { isAssetHalted } from "#server/platform/submissions/halts.ts";
import type { AcceptDeps, Planned } from "#server/platform/submissions/accept.ts";
import { reservationsOf } from "#server/platform/submissions/reservations.ts";
import { NOTHING_LEAVES } from "#server/platform/submissions/spending.ts";
import type { Step } from "#server/platform/submissions/steps.ts";
import { type Hold, submissionCollection } from "#server/platform/submissions/submission.ts";
import { readSecurityWithin } from "#server/users/index.ts";
import { type Left, leftAfter, reach, takeLookUp } from "#server/wallet/index.ts";
import { errorsOf, refusalsOf } from "#server/platform/rules/rules.ts";
import { ADDING, type LineFacts, REMOVING, type TrustlineFacts } from "./rules.ts";

export type Change = TrustlineCheckInput["change"];

export interface TrustlineDeps extends AcceptDeps {
  readonly network: StellarNetwork;
}

/** A change of a trustline ready to be recorded, if nothing stands against it. Amounts in stroops. */
export interface TrustlinePlan extends Planned {
  readonly change: Change;
  readonly userId: number;
  readonly asset: AssetName;
  readonly step: Step;
  readonly holds: readonly Hold[];
  /** The most that the network may charge. */
  readonly fee: bigint;
  /** The house account that pays it; null where the person does. */
  readonly feePayer: string | null;
  readonly ledger: LedgerFacts;
  /** What the account has of XLM afterwards; none where something stands against it. */
  readonly left: readonly Left[];
}

/** What the ledger itself said. */
interface LedgerFacts {
  readonly doesIssuerExist: boolean;
  readonly line: LedgerLine | null;
}

/** What our records say, as one transaction sees them. */
interface RecordFacts {
  readonly isFrozen: boolean;
  readonly isHalted: boolean;
  readonly isClosing: boolean;
  readonly isChanging: boolean;
  readonly reserved: ReadonlyMap<string, bigint>;
}

/**
 * Works out what adding or removing an asset takes, and everything that stands against it; nothing is recorded. Throws
 * `wallet-not-ready`, `network-unreachable` and `rate-limited`.
 */
export async function planTrustline(
  { runtime, network }: TrustlineDeps,
  userId: number,
  { change, assetCode, issuer }: TrustlineCheckInput,
): Promise<TrustlinePlan> {
  const { database } = runtime;
  await takeLookUp(runtime, userId);
  const asset = { assetCode, issuer };
  const account = await accountCollection(database).findOne({ userId, role: "wallet" });
  if (!account) throw new AppError("wallet-not-ready");
  const [ledger, bid, records] = await Promise.all([
    askLedger(network, account._id, asset),
    reach(network.feeBid()),
    database.transaction((session) => readRecords(runtime, session, userId, account._id, asset)),
  ]);
  const source = account._id;
  const reserve = change === "add" ? BASE_RESERVE_STROOPS : 0n;
  const spare = spendableOf(account, NATIVE, records.reserved) - reserve;
  const cost = await networkFee(runtime, { bid, operations: 1, spare });
  const plan = {
    ...cost,
    change,
    userId,
    asset,
    account: source,
    step: { type: change === "add" ? "change_trust" : "remove_trust", source, ...asset } as const,
    holds: holdsOf(reserve + (cost.feePayer === null ? cost.fee : 0n)),
    ledger,
    ...NOTHING_LEAVES,
  };
  const refusals = refusalsNow(plan, account, records);
  const moves = {
    leaves: [{ asset: NATIVE, amount: cost.feePayer === null ? cost.fee : 0n }],
    comes: [],
    frees: [{ asset: NATIVE, amount: change === "remove" ? BASE_RESERVE_STROOPS : 0n }],
    binds: reserve,
  };
  return { ...plan, refusals, left: refusals.length > 0 ? [] : leftAfter(account, records.reserved, moves) };
}

/** What stands against a plan now, within the transaction that has taken its account. */
export async function refusalsWithin(
  runtime: Runtime,
  session: ClientSession,
  plan: TrustlinePlan,
  account: AccountDocument,
): Promise<AppError[]> {
  return refusalsNow(plan, account, await readRecords(runtime, session, plan.userId, account._id, plan.asset));
}

type Judged = Omit<TrustlinePlan, "refusals" | "left">;

function refusalsNow(plan: Judged, account: AccountDocument, records: RecordFacts): AppError[] {
  const { asset, ledger } = plan;
  const facts: TrustlineFacts = {
    assetCode: asset.assetCode,
    isFrozen: records.isFrozen,
    isHalted: records.isHalted,
    isOnNetwork: account.exists,
    isOwnIssue: asset.issuer === account._id,
    doesIssuerExist: ledger.doesIssuerExist,
    isClosing: records.isClosing,
    isChanging: records.isChanging,
    line: lineFacts(account, asset, ledger.line),
    reserved: records.reserved.get(assetKey(asset)) ?? 0n,
    spendableXlm: spendableOf(account, NATIVE, records.reserved),
    ownFee: plan.feePayer === null ? plan.fee : 0n,
  };
  return errorsOf(refusalsOf(plan.change === "add" ? ADDING : REMOVING, facts));
}

/** Of two tellings of the line, the one in our records and the ledger's own, whichever stands more in the way. */
function lineFacts(account: AccountDocument, asset: AssetName, seen: LedgerLine | null): LineFacts | null {
  const stored = lineOf(account, asset);
  if (!stored && !seen) return null;
  const bound = (line: { readonly selling: string | bigint; readonly buying: string | bigint } | null) =>
    line ? BigInt(line.selling) + BigInt(line.buying) : 0n;
  return {
    balance: larger(BigInt(stored?.balance ?? 0), seen?.balance ?? 0n),
    bound: larger(bound(stored), bound(seen)),
    pools: seen?.pools ?? 0,
  };
}

async function askLedger(network: StellarNetwork, address: string, asset: AssetName): Promise<LedgerFacts> {
  // Of the right letters, but with a checksum that fits no account.
  if (!isNetworkAddress(asset.issuer)) return { doesIssuerExist: false, line: null };
  const { accounts, lines } = await reach(
    network.holdings([
      { address, assets: [asset] },
      { address: asset.issuer, assets: [] },
    ]),
  );
  return { doesIssuerExist: accounts.has(asset.issuer), line: lines.find((line) => isSameAsset(line, asset)) ?? null };
}

async function readRecords(
  runtime: Runtime,
  session: ClientSession,
  userId: number,
  account: string,
  asset: AssetName,
): Promise<RecordFacts> {
  const { database } = runtime;
  const { isFrozen } = await readSecurityWithin(runtime, session, userId);
  const isHalted = await isAssetHalted(database, NATIVE, session);
  const open = await submissionCollection(database)
    .find({ account, isReserving: true }, { session, projection: { _id: 0, kind: 1, steps: 1 } })
    .toArray();
  const isChanging = open.some(
    ({ kind, steps }) => kind === "trustline" && steps.some((step) => "issuer" in step && isSameAsset(step, asset)),
  );
  return {
    isFrozen: isFrozen ?? false,
    isHalted,
    isClosing: open.some(({ steps }) => steps.some(({ type }) => type === "account_merge")),
    isChanging,
    reserved: await reservationsOf(database, session, account),
  };
}

function holdsOf(xlm: bigint): Hold[] {
  return xlm > 0n ? [{ ...NATIVE, amount: String(xlm) }] : [];
}

function larger(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}
