import { readExact } from "#schemas/all-submissions.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { accountOf, isNetworkAddress } from "#server/platform/network/addresses.ts";
import { beginsWith, idsBeginningWith } from "./people-in-order.ts";
import { findUsersById } from "./store.ts";

type Store = Pick<Runtime, "database" | "clock" | "log">;

/** Whom a text means that operators search for in a list of what is somebody's. */
export interface PeopleMeant {
  /** Their numbers; null where they are too many to be told at once. */
  readonly few: ReadonlySet<number> | null;
  /** Of people of these numbers, those whom it means. */
  among(ids: readonly number[]): Promise<ReadonlySet<number>>;
}

/** More are not asked for by their numbers: rows are looked at, and whose they are. */
const FEW = 200;

/**
 * By a number, by the beginning of a name, user ID or e-mail address as people themselves are searched for, or by the address of a wallet.
 * Nobody for an empty text.
 */
export async function peopleMeant(runtime: Store, text: string): Promise<PeopleMeant> {
  const few = await fewMeant(runtime, text);
  return {
    few,
    among: async (ids) => {
      if (few !== null) return new Set(ids.filter((id) => few.has(id)));
      const people = await findUsersById(runtime, [...new Set(ids)]);
      return new Set(people.filter((user) => beginsWith(user, text).length > 0).map(({ id }) => id));
    },
  };
}

async function fewMeant(runtime: Store, text: string): Promise<ReadonlySet<number> | null> {
  const exact = readExact(text);
  if (text === "" || exact?.by === "hash") return new Set();
  if (exact?.by === "id") return new Set([exact.id]);
  if (exact?.by === "address") {
    const account = isNetworkAddress(exact.address) ? accountOf(exact.address) : exact.address;
    const found = await accountCollection(runtime.database).findOne({ _id: account, role: "wallet" });
    return new Set(found ? [found.userId] : []);
  }
  const ids = await idsBeginningWith(runtime, text, FEW);
  return ids && new Set(ids);
}
