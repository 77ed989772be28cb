import type { AssetWire } from "@stellar/stellar-sdk/xdr";
import { isAmount, parseAmount } from "#schemas/values/money.ts";
import { availableBalance } from "#server/embedded/stellar/ledger/accounts.ts";
import { accountKey, assetId } from "#server/embedded/stellar/ledger/keys.ts";
import { findPaths, type FoundPath } from "#server/embedded/stellar/paths.ts";
import type { HorizonContext } from "./context.ts";
import { storedEntries } from "./offers.ts";
import { addressIn, requiredAsset } from "./parameters.ts";
import { HorizonProblem, badRequest, problem } from "./problem.ts";
import type { Resource } from "./resource.ts";
import { formatAmount, parseAsset, prefixedAsset, assetFields, publicKey } from "./text.ts";

const MAX_ASSETS = 15;
const MAX_PATHS_PER_ASSET = 5;

export function pathsResource(kind: string, query: URLSearchParams, context: HorizonContext): Resource | undefined {
  if (kind === "strict-send") {
    return onePage(() => strictSendPaths(query, context));
  }
  return kind === "strict-receive" ? onePage(() => strictReceivePaths(query, context)) : undefined;
}

/** Paths come on one page, without links to others. */
function onePage(records: () => object[]): Resource {
  return { kind: "one", read: () => ({ _embedded: { records: records() } }), streams: false };
}

function strictSendPaths(query: URLSearchParams, context: HorizonContext): object[] {
  const source = requiredAsset("source_", query);
  const amount = amountIn("source_amount", query);
  const goals = assetsIn("destination", query, context);
  const found = search(source, amount, { goals: goals.keys() }, "send", context);
  return fewPerAsset(found).map(({ asset, amount: received, path }) => ({
    ...prefixedAsset("source_", source),
    source_amount: formatAmount(amount),
    ...prefixedAsset("destination_", asset),
    destination_amount: formatAmount(received),
    path: path.map(assetFields),
  }));
}

function strictReceivePaths(query: URLSearchParams, context: HorizonContext): object[] {
  const destination = requiredAsset("destination_", query);
  const amount = amountIn("destination_amount", query);
  const sources = assetsIn("source", query, context);
  const account = query.get("source_account") ?? "";
  const payer = account === "" ? undefined : publicKey(account).ed25519;
  const found = search(destination, amount, { goals: sources.keys(), payer }, "receive", context);
  const affordable = found.filter(({ asset, amount: cost }) => {
    const funds = sources.get(assetId(asset));
    return funds === undefined || cost <= funds;
  });
  return fewPerAsset(affordable).map(({ asset, amount: cost, path }) => ({
    ...prefixedAsset("source_", asset),
    source_amount: formatAmount(cost),
    ...prefixedAsset("destination_", destination),
    destination_amount: formatAmount(amount),
    path: path.map(assetFields),
  }));
}

/** The first of the paths to (or from) each asset, as many as Horizon lists. */
function fewPerAsset(found: readonly FoundPath[]): FoundPath[] {
  const byAsset = Map.groupBy(found, ({ asset }) => assetId(asset));
  return [...byAsset.values()].flatMap((paths) => paths.slice(0, MAX_PATHS_PER_ASSET));
}

/** Paths, those to one asset together and the best of them first. */
function search(
  start: AssetWire,
  amount: bigint,
  { goals, payer }: { readonly goals: Iterable<string>; readonly payer?: Uint8Array | undefined },
  direction: "send" | "receive",
  context: HorizonContext,
): FoundPath[] {
  const pools = storedEntries("SELECT xdr FROM entries WHERE type = 5", [], context).flatMap(({ data }) =>
    data.type === 5 ? [data.liquidityPool.body.constantProduct] : [],
  );
  const sign = direction === "send" ? -1 : 1;
  const places = { state: context.view.state, pools, payer };
  return findPaths(places, start, amount, new Set(goals), direction).toSorted((left, right) => {
    const [leftName, rightName] = [sortName(left.asset), sortName(right.asset)];
    if (leftName !== rightName) return leftName < rightName ? -1 : 1;
    return sign * (left.amount < right.amount ? -1 : left.amount > right.amount ? 1 : 0);
  });
}

function sortName(asset: AssetWire): string {
  return Object.values(assetFields(asset)).join("/");
}

/** The assets given, or those an account holds; with what can be spent of each, where that is known. */
function assetsIn(
  side: "source" | "destination",
  query: URLSearchParams,
  context: HorizonContext,
): Map<string, bigint | undefined> {
  const list = query.get(`${side}_assets`) ?? "";
  const account = addressIn(`${side}_account`, query) ?? "";
  if ((list === "") === (account === "")) {
    const detail = `The request requires either a list of ${side} assets or a ${side} account. Both fields cannot be present.`;
    throw new HorizonProblem(problem("bad_request", 400, "Bad Request", detail));
  }
  if (account !== "") return held(account, context);
  const texts = list.split(",");
  if (texts.length > MAX_ASSETS)
    throw badRequest(`${side}_assets`, `list of assets exceeds maximum length of ${MAX_ASSETS}`);
  return new Map(
    texts.map((text) => {
      const asset = parseAsset(text.trim());
      if (!asset) throw badRequest(`${side}_assets`, `${text} is not a valid asset`);
      return [assetId(asset), undefined] as const;
    }),
  );
}

function held(account: string, context: HorizonContext): Map<string, bigint | undefined> {
  const { state } = context.view;
  const key = publicKey(account);
  const entry = state.peek(accountKey(key));
  const assets = new Map<string, bigint | undefined>();
  if (entry?.data.type !== 0) return assets;
  assets.set("native", availableBalance(state.header, entry.data.account));
  for (const { data } of storedEntries(
    "SELECT xdr FROM entries WHERE owner = ? AND type = 1",
    [key.ed25519],
    context,
  )) {
    if (data.type === 1 && data.trustLine.asset.type !== 3) {
      assets.set(assetId(data.trustLine.asset), data.trustLine.balance);
    }
  }
  return assets;
}

function amountIn(name: string, query: URLSearchParams): bigint {
  const text = query.get(name) ?? "";
  const amount = isAmount(text) ? parseAmount(text) : 0n;
  if (amount <= 0n) throw badRequest(name, "Amount must be positive");
  return amount;
}
