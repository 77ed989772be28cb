import * as v from "valibot";
import type { Database } from "#server/platform/db/database.ts";
import type { Finding } from "#server/platform/network/checks/finding.ts";

const PushKey = v.object({ publicKey: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{87}$/)) });

/** What version the stored data is of, held against the migrations (numbers) that this program knows. Throws where it cannot be read. */
export async function checkSchema(database: Database, known: readonly number[]): Promise<Finding> {
  const about = "The stored data";
  const applied = await database.collection<{ _id: number }>("migrations").find().toArray();
  const numbers = applied.map(({ _id }) => _id);
  if (numbers.length === 0)
    return { severity: "note", about, text: "there is none yet: a server that starts makes it." };
  const newest = Math.max(...known);
  const newer = numbers.filter((number) => number > newest);
  if (newer.length > 0) {
    const text = `a newer version changed it (migration ${Math.max(...newer)}; this one knows ${newest}).`;
    return { severity: "wrong", about, text, fix: "Run that version, or restore a backup of before." };
  }
  const open = known.filter((number) => !numbers.includes(number));
  if (open.length === 0) return { severity: "fine", about, text: `it is of this version (migration ${newest}).` };
  const text = `it is of a former version: ${open.length} migrations are open.`;
  return { severity: "note", about, text, fix: "The first server of this version that starts carries them out." };
}

/** Whether browsers can be told by push. Throws where it cannot be read. */
export async function checkPush(database: Database): Promise<Finding> {
  const about = "Push";
  const kept = await database.collection<{ _id: string }>("push_keys").findOne({ _id: "vapid" });
  if (kept === null)
    return {
      severity: "note",
      about,
      text: "there is no key yet: it is made when somebody first asks for notifications.",
    };
  if (v.is(PushKey, kept)) return { severity: "fine", about, text: "its key is there." };
  const fix = "Restore the collection push_keys from a backup: browsers are subscribed to the former key.";
  return { severity: "wrong", about, text: "its key is damaged.", fix };
}
