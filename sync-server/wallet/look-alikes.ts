import type { Document } from "mongodb";
import { ALIKE_BEGINNING, KNOWN_BY, type KnownBy, looksAlike } from "#schemas/values/look-alike.ts";
import { nameKey } from "#schemas/values/names.ts";
import { isWarnedOf } from "#schemas/values/warned-of.ts";
import type { LookAlike } from "#schemas/wallet.ts";
import type { Database } from "#server/platform/db/database.ts";
import { accountOf, isNetworkAddress } from "#server/platform/network/addresses.ts";

/** More are not read by anybody. */
const MOST_TOLD = 3;
/** Of whatever begins alike: strangers can send from many. */
const MOST_READ = 1000;

interface Known {
  readonly address: string;
  readonly by: KnownBy;
  /** What its owner calls it; null where they do not. */
  readonly name: string | null;
}

/**
 * What an address can be mistaken for, of all that its payer ever paid, was paid from, or keeps among their contacts, those who are
 * kept by user ID included: the best known first.
 */
export async function lookAlikesOf(database: Database, userId: number, to: string): Promise<LookAlike[]> {
  const account = accountOf(to);
  const wallet = await database
    .collection("users")
    .findOne({ id: userId }, { projection: { _id: 0, walletAddress: 1 } });
  const known = [
    ...(await contactsLike(database, userId, account)),
    ...(await partiesLike(database, userId, { account, own: String(wallet?.["walletAddress"] ?? "") })),
  ].filter(({ address }) => isNetworkAddress(address) && accountOf(address) !== wallet?.["walletAddress"]);
  const target = bestOf(known.filter(({ address }) => accountOf(address) === account));
  const alike = new Map<string, Known>();
  for (const each of known) {
    const isMeant = isAlike(to, each.address) && isWarnedOf(each.by, target);
    const former = alike.get(each.address);
    if (isMeant && (!former || rank(former.by) < rank(each.by))) alike.set(each.address, each);
  }
  return [...alike.values()].toSorted((one, other) => rank(other.by) - rank(one.by)).slice(0, MOST_TOLD);
}

function isAlike(to: string, known: string): boolean {
  const [account, other] = [accountOf(to), accountOf(known)];
  return looksAlike(account, other) || (account !== other && looksAlike(to, known));
}

function rank(by: KnownBy): number {
  return KNOWN_BY.indexOf(by);
}

function bestOf(known: readonly Known[]): KnownBy | null {
  return known.reduce<KnownBy | null>((best, { by }) => (best === null || rank(by) > rank(best) ? by : best), null);
}

/** All texts that begin as an account (G...), or one of its numbers (M...), and everything that looks like either, does. */
function beginnings(account: string): { readonly $gte: string; readonly $lt: string }[] {
  const body = account.slice(1, ALIKE_BEGINNING);
  return ["G", "M"].map((kind) => ({ $gte: kind + body, $lt: `${kind}${body}~` }));
}

async function contactsLike(database: Database, userId: number, account: string): Promise<Known[]> {
  const ranges = beginnings(account);
  const own = { userId, deleted: false };
  const fields = { projection: { _id: 0, name: 1, stellarAddress: 1, uniqueUserId: 1 } };
  const contacts = database.collection("contacts");
  const byAddress = await contacts
    .find({ ...own, $or: ranges.map((range) => ({ stellarAddress: range })) }, fields)
    .toArray();
  const byUserId = await contacts.find({ ...own, uniqueUserId: { $gt: "" } }, fields).toArray();
  const named = new Map(byUserId.map((contact) => [nameKey(String(contact["uniqueUserId"])), contact["name"]]));
  const keys = [...named.keys()];
  const people = await database
    .collection("users")
    .find(
      {
        walletAddress: ranges[0] ?? "",
        $or: [{ uniqueUserIdKey: { $in: keys } }, { usernameKey: { $in: keys } }],
      },
      { projection: { _id: 0, walletAddress: 1, uniqueUserIdKey: 1, usernameKey: 1 } },
    )
    .toArray();
  return [
    ...byAddress.map(({ stellarAddress, name }) => contactOf(stellarAddress, name)),
    ...people.map(({ walletAddress, uniqueUserIdKey, usernameKey }) =>
      contactOf(walletAddress, named.get(uniqueUserIdKey) ?? named.get(usernameKey)),
    ),
  ];
}

function contactOf(address: unknown, name: unknown): Known {
  return { address: String(address), by: "contact", name: String(name) };
}

/** Whom the account paid and who paid it, as the ledger has it. */
async function partiesLike(
  database: Database,
  userId: number,
  { account, own }: { readonly account: string; readonly own: string },
): Promise<Known[]> {
  const parties: Known[] = [];
  for (const range of beginnings(account))
    for (const side of ["to", "from"] as const) {
      const rows = await database
        .collection<Document>("transactions")
        .find(
          { userId, [side]: range, status: "confirmed" },
          { projection: { _id: 0, from: 1, to: 1 }, limit: MOST_READ },
        )
        .toArray();
      for (const row of rows) {
        // Paid is what left the account itself: nobody else can make such a row.
        const isPaid = side === "to" && accountOf(String(row["from"])) === own;
        parties.push({ address: String(row[side]), by: isPaid ? "paid" : "received", name: null });
      }
    }
  return parties;
}
