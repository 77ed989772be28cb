import { parseAmount } from "#schemas/values/money.ts";
import type { AccountDocument, AccountState } from "#server/platform/ingest/account.ts";
import { type AssetName, assetKey, NATIVE } from "#server/platform/network/assets.ts";

/** A difference in one account; the amounts are stroops as texts, or counts and words where `what` says so. */
export interface Difference {
  readonly address: string;
  /** The asset whose payments it halts. */
  readonly asset: AssetName;
  readonly what: "balance" | "shown" | "reserves" | "existence" | "owed";
  readonly database: string;
  readonly ledger: string;
}

/** A balance as its owner's device has it. */
export interface ShownBalance extends AssetName {
  readonly userId: number;
  /** Decimal. */
  readonly balance: string;
}

/** What the database says of one account, all of it as of one moment. */
export interface Records {
  readonly account: AccountDocument;
  readonly shown: readonly ShownBalance[];
  /** What it has to pay out, in stroops by asset key: payments under way, and promises without a payment yet. */
  readonly owed: ReadonlyMap<string, Owed>;
}

export interface Owed {
  readonly asset: AssetName;
  readonly amount: bigint;
}

const NONE = "none";

/** How one account differs from what the ledger says of it; empty when it does not. */
export function compareAccount(records: Records, ledger: AccountState): Difference[] {
  const { account } = records;
  const address = account._id;
  const stored = amountsOf(account);
  const actual = amountsOf(ledger);
  const differences: Difference[] = [];
  if (account.exists !== ledger.exists) {
    const existence = { database: String(account.exists), ledger: String(ledger.exists) };
    differences.push({ address, asset: NATIVE, what: "existence", ...existence });
  } else if (account.exists && account.reserves !== ledger.reserves) {
    const reserves = { database: String(account.reserves), ledger: String(ledger.reserves) };
    differences.push({ address, asset: NATIVE, what: "reserves", ...reserves });
  }
  for (const [key, asset] of union(stored, actual)) {
    const ours = textOf(stored.get(key));
    const theirs = textOf(actual.get(key));
    if (ours !== theirs) differences.push({ address, asset, what: "balance", database: ours, ledger: theirs });
  }
  return [...differences, ...compareShown(records), ...compareOwed(records)];
}

/** What the owner is shown must be what the account holds. Only wallets have an owner who is shown anything. */
function compareShown({ account, shown }: Records): Difference[] {
  if (account.role !== "wallet") return [];
  const stored = amountsOf(account);
  const rows = new Map(
    shown.map(({ assetCode, issuer, balance }) => [
      assetKey({ assetCode, issuer }),
      { asset: { assetCode, issuer }, amount: parseAmount(balance) },
    ]),
  );
  return [...union(stored, rows)].flatMap(([key, asset]) => {
    const ours = textOf(rows.get(key));
    const theirs = textOf(stored.get(key));
    return ours === theirs
      ? []
      : [{ address: account._id, asset, what: "shown" as const, database: ours, ledger: theirs }];
  });
}

/** No account may have promised more than it holds. */
function compareOwed({ account, owed }: Records): Difference[] {
  const held = amountsOf(account);
  return [...owed].flatMap(([key, { asset, amount }]) => {
    const has = held.get(key)?.amount ?? 0n;
    return amount <= has
      ? []
      : [{ address: account._id, asset, what: "owed" as const, database: String(amount), ledger: String(has) }];
  });
}

/** What an account holds, in stroops by asset key. */
export function amountsOf(state: AccountState): Map<string, Owed> {
  const native: [string, Owed][] = state.exists
    ? [[assetKey(NATIVE), { asset: NATIVE, amount: BigInt(state.balance) }]]
    : [];
  const lines = state.lines.map(({ assetCode, issuer, balance }): [string, Owed] => [
    assetKey({ assetCode, issuer }),
    { asset: { assetCode, issuer }, amount: BigInt(balance) },
  ]);
  return new Map([...native, ...lines]);
}

function union(left: ReadonlyMap<string, Owed>, right: ReadonlyMap<string, Owed>): Map<string, AssetName> {
  return new Map([...left, ...right].map(([key, { asset }]) => [key, asset]));
}

function textOf(entry: Owed | undefined): string {
  return entry ? String(entry.amount) : NONE;
}
