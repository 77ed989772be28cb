import { AppError } from "#schemas/errors.ts";
import type { TypedMemo } from "#schemas/values/memo.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { accountOf } from "#server/platform/network/addresses.ts";
import { isSameAsset, NATIVE } from "#server/platform/network/assets.ts";
import type { LedgerLine } from "#server/platform/network/entries.ts";
import type { LedgerPool } from "#server/platform/network/markets.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import {
  checkMemo,
  checkMemoRequired,
  checkNotSelf,
  checkRecipient,
  checkSource,
  collect,
  findRecipient,
  lookUpRecipient,
  reach,
} from "#server/wallet/index.ts";
import type { Holdings } from "./holdings.ts";
import type { Moves, Problem } from "./moves.ts";

/** What the network says that a closing rests on. */
export interface Outside {
  /** The bid for one operation, in stroops. */
  readonly bid: bigint;
  readonly pools: ReadonlyMap<string, LedgerPool>;
  /** Lines of the account that gets it all; null while nobody was named. */
  readonly lines: readonly LedgerLine[] | null;
}

/** Whom everything goes to, found. */
export interface Receiver {
  /** G... or M... */
  readonly address: string;
  readonly username: string | null;
}

/**
 * Finds who `to` means. Throws `recipient-unknown`, `recipient-ambiguous`, `recipient-closed`, `recipient-is-self`,
 * `address-malformed` and what is wrong with the memo.
 */
export async function findReceiver(
  runtime: Runtime,
  holdings: Holdings,
  { to, memo }: { readonly to: string; readonly memo: TypedMemo },
): Promise<Receiver> {
  const { address, username } = await findRecipient(runtime, to, null);
  checkNotSelf(holdings.account._id, address);
  checkMemo(memo);
  return { address, username };
}

/**
 * Asks the network for what a closing needs to know. Throws `close-destination-missing`, `memo-required` and `network-unreachable`.
 */
export async function lookOutside(
  network: StellarNetwork,
  { account, shares }: Holdings,
  receiver: { readonly to: string; readonly memo: TypedMemo } | null,
): Promise<Outside> {
  const ids = shares.map(({ uid }) => uid);
  const [bid, pools] = await Promise.all([
    reach(network.feeBid()),
    ids.length === 0 ? null : reach(network.pools(ids, account._id)),
  ]);
  const lines = receiver === null ? null : await linesOf(network, account.lines, receiver);
  return { bid, pools: pools?.byId ?? new Map(), lines };
}

async function linesOf(
  network: StellarNetwork,
  assets: Holdings["account"]["lines"],
  { to, memo }: { readonly to: string; readonly memo: TypedMemo },
): Promise<readonly LedgerLine[]> {
  const facts = await lookUpRecipient(network, to, NATIVE);
  if (!facts.exists) throw new AppError("close-destination-missing");
  checkMemoRequired(to, memo, facts);
  if (assets.length === 0) return [];
  const named = assets.map(({ assetCode, issuer }) => ({ assetCode, issuer }));
  const { lines } = await reach(network.holdings([{ address: accountOf(to), assets: named }]));
  return lines;
}

/** Which assets cannot go to whoever was named, and why. */
export function problemsOf(
  { account }: Pick<Holdings, "account">,
  { assets }: Pick<Moves, "assets">,
  to: string,
  lines: readonly LedgerLine[],
): Problem[] {
  return assets.flatMap(({ asset, amount }) => {
    const refusals: AppError[] = [];
    const line = lines.find((each) => isSameAsset(each, asset)) ?? null;
    collect(refusals, () => checkSource(account, asset));
    collect(refusals, () => checkRecipient(to, asset, amount, { exists: true, line, isMemoRequired: false }, false));
    return refusals.slice(0, 1).map((refusal) => ({ asset, refusal }));
  });
}
