import type { FoundBy } from "#schemas/people.ts";
import { ACCOUNT_PATTERN, MUXED_PATTERN } from "#schemas/values/fields.ts";
import { Contacts } from "#schemas/contacts.ts";
import { Transactions } from "#schemas/transactions.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { accountOf, isNetworkAddress } from "#server/platform/network/addresses.ts";
import { SUBMISSIONS } from "#server/platform/submissions/submission.ts";
import { beginsWith, idsBeginningWith, type UserDocument } from "#server/users/index.ts";
import { any, type Condition, owns } from "./conditions.ts";

/** A searched text, and what it is of the people whom it finds. */
export interface Search extends Condition {
  /** The beginning of how somebody is called; null where it is something whole. */
  readonly text: string | null;
  /** Of people who were found. */
  foundBy(people: readonly UserDocument[]): Promise<ReadonlyMap<number, readonly FoundBy[]>>;
}

const HASH = /^[0-9a-f]{64}$/i;
const NUMBER = /^[1-9]\d{0,14}$/;

/** What a text means: a hash or an address where it has the shape of one, and otherwise how somebody is called. */
export function searchFor(runtime: Runtime, text: string): Search {
  if (HASH.test(text)) return byHash(runtime, text.toLowerCase());
  const address = text.toUpperCase();
  if (ACCOUNT_PATTERN.test(address) || MUXED_PATTERN.test(address)) return byAddress(runtime, address);
  return byName(runtime, text);
}

function byName(runtime: Runtime, text: string): Search {
  const number = NUMBER.test(text) ? Number(text) : null;
  const waysOf = (user: UserDocument): FoundBy[] => [
    ...beginsWith(user, text),
    ...(user.id === number ? (["number"] as const) : []),
  ];
  return {
    text,
    few: async (most) => {
      const ids = await idsBeginningWith(runtime, text, most);
      return ids && new Set(number === null ? ids : [...ids, number]);
    },
    among: (people) => Promise.resolve(new Set(people.filter((user) => waysOf(user).length > 0).map(({ id }) => id))),
    foundBy: (people) => Promise.resolve(new Map(people.map((user) => [user.id, waysOf(user)]))),
  };
}

/** Whose the account behind it is, and who keeps exactly this address. */
function byAddress(runtime: Runtime, address: string): Search {
  const { database } = runtime;
  const account = isNetworkAddress(address) ? accountOf(address) : address;
  const owned: Condition = {
    few: async () => {
      const found = await accountCollection(database).findOne({ _id: account, role: "wallet" });
      return new Set(found ? [found.userId] : []);
    },
    among: async (people) => {
      const found = await accountCollection(database).findOne({ _id: account, role: "wallet" });
      return new Set(people.map(({ id }) => id).filter((id) => id === found?.userId));
    },
  };
  const kept = owns(database, Contacts.collection, "stellarAddress", address);
  return {
    ...any([owned, kept]),
    text: null,
    foundBy: (people) =>
      waysBy(people, [
        ["address", owned],
        ["contact", kept],
      ]),
  };
}

/** Who paid or was paid by it, and whose it was to be. */
function byHash({ database }: Runtime, hash: string): Search {
  const moved = owns(database, Transactions.collection, "hash", hash);
  const made = any(
    ["attempt.hash", "attempt.innerHash", "formerHashes"].map((field) => owns(database, SUBMISSIONS, field, hash)),
  );
  return {
    ...any([moved, made]),
    text: null,
    foundBy: async (people) => {
      const rows = await database
        .collection<Moved>(Transactions.collection)
        .find({ hash, userId: { $in: people.map(({ id }) => id) } }, { projection: MOVED })
        .toArray();
      const own = Map.groupBy(rows, ({ userId }) => userId);
      return new Map(people.map((user) => [user.id, sidesOf(user, own.get(user.id) ?? [])]));
    },
  };
}

interface Moved {
  readonly userId: number;
  readonly type: string;
  readonly from: string;
  readonly to: string;
}

const MOVED = { _id: 0, userId: 1, type: 1, from: 1, to: 1 } as const;
/** What one side gives and another gets; of anything else somebody had a part. */
const TWO_SIDED: readonly string[] = ["send", "receive", "create_account", "merge", "claimable"];

function sidesOf({ walletAddress }: UserDocument, rows: readonly Moved[]): FoundBy[] {
  const payments = rows.filter(({ type }) => TWO_SIDED.includes(type));
  const sides: FoundBy[] = [
    ...(payments.some(({ from }) => isOf(from, walletAddress)) ? (["sent"] as const) : []),
    ...(payments.some(({ to }) => isOf(to, walletAddress)) ? (["received"] as const) : []),
  ];
  return sides.length === 0 ? ["transaction"] : sides;
}

function isOf(address: string, account: string | null): boolean {
  return isNetworkAddress(address) && accountOf(address) === account;
}

async function waysBy(people: readonly UserDocument[], ways: readonly (readonly [FoundBy, Condition])[]) {
  const met = await Promise.all(ways.map(async ([way, condition]) => [way, await condition.among(people)] as const));
  return new Map(people.map(({ id }) => [id, met.filter(([, of]) => of.has(id)).map(([way]) => way)]));
}
