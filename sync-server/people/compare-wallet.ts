import type { PersonWalletOutput } from "#schemas/people.ts";
import { assetKey, NATIVE } from "#server/platform/network/assets.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { WalletSides } from "#server/health/index.ts";

type Compared = PersonWalletOutput["assets"][number];
type Ledger = PersonWalletOutput["ledger"];

/** What devices of a person are told that they have. */
export interface ShownBalance {
  readonly assetCode: string;
  readonly issuer: string;
  readonly balance: string;
  readonly spendable: string;
}

/** A person's balances as their devices have them. */
export function readShown(database: Database, userId: number): Promise<ShownBalance[]> {
  return database
    .collection<ShownBalance>("balances")
    .find({ userId, deleted: false }, { projection: { _id: 0, assetCode: 1, issuer: 1, balance: 1, spendable: 1 } })
    .toArray();
}

/** The ledger, the records and what is shown, asset by asset; XLM first, then by code. */
export function compareWallet(sides: WalletSides, shown: readonly ShownBalance[]): PersonWalletOutput {
  const { at, address, ledger, books } = sides;
  const onLedger = heldOnLedger(ledger);
  const [recorded, onDevices] = [byAsset(books.held), byAsset(shown)];
  const keys = new Set([...(onLedger?.keys() ?? []), ...recorded.keys(), ...onDevices.keys()]);
  const assets = [...keys].map((key): Compared => {
    const own = { assetCode: key.split("-")[0] ?? key, issuer: key.split("-")[1] ?? "" };
    const balances = {
      ledger: onLedger?.get(key)?.balance ?? null,
      recorded: recorded.get(key)?.balance ?? null,
      shown: onDevices.get(key)?.balance ?? null,
    };
    const known = onLedger === null ? [balances.recorded, balances.shown] : Object.values(balances);
    const agrees = new Set(known).size === 1;
    return { ...own, ...balances, spendable: onDevices.get(key)?.spendable ?? null, agrees };
  });
  const { held: _held, ...progress } = books;
  return { at, address, ledger: factsOf(ledger), recorded: progress, assets: assets.toSorted(inOrder) };
}

function byAsset<T extends { readonly assetCode: string; readonly issuer: string }>(held: readonly T[]) {
  return new Map(held.map((each) => [assetKey(each), each]));
}

/** Null where the ledger cannot be asked. */
function heldOnLedger(ledger: WalletSides["ledger"]) {
  if (ledger.state === "unreachable") return null;
  if (ledger.state === "missing") return byAsset([]);
  const lines = ledger.lines.map(({ assetCode, issuer, balance }) => ({ assetCode, issuer, balance }));
  return byAsset([{ ...NATIVE, balance: ledger.balance }, ...lines]);
}

function factsOf(ledger: WalletSides["ledger"]): Ledger {
  if (ledger.state !== "found") return ledger;
  const { state, asOfLedger, reserve, sequence, signers, threshold } = ledger;
  return { state, asOfLedger, reserve, sequence, signers, threshold };
}

function inOrder(one: Compared, other: Compared): number {
  if ((one.issuer === "") !== (other.issuer === "")) return one.issuer === "" ? -1 : 1;
  return one.assetCode.localeCompare(other.assetCode) || one.issuer.localeCompare(other.issuer);
}
