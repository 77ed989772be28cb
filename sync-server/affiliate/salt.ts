import { createHmac, randomBytes } from "node:crypto";
import type { Database } from "#server/platform/db/database.ts";

interface Salt {
  readonly _id: string;
  readonly salt: string;
  readonly at: Date;
}

const SALT_BYTES = 32;

/** Digests addresses with a salt of the day (UTC), which is gone two days later: then nobody can tell whose it was. */
export function openSalts(database: Database): (day: string, address: string) => Promise<string> {
  let known: Pick<Salt, "_id" | "salt"> | null = null;
  return async (day, address) => {
    if (known?._id !== day) known = await saltOf(database, day);
    return createHmac("sha256", known.salt).update(address).digest("base64url");
  };
}

async function saltOf(database: Database, day: string): Promise<Pick<Salt, "_id" | "salt">> {
  const salts = database.collection<Salt>("affiliate_salts");
  const fresh = { salt: randomBytes(SALT_BYTES).toString("base64url"), at: new Date(`${day}T00:00:00Z`) };
  // Of several processes one makes it.
  const made = () =>
    salts.findOneAndUpdate({ _id: day }, { $setOnInsert: fresh }, { upsert: true, returnDocument: "after" });
  const salt = await made().catch(made);
  if (!salt) throw new Error(`the salt of ${day} was not stored`);
  return salt;
}
