import type { Database } from "#server/platform/db/database.ts";
import { suspenseCollection } from "#server/platform/ingest/suspense-items.ts";
import type { LedgerTransaction } from "./ledger.ts";
import type { Desk } from "./operator-acts.ts";
import { request } from "./people.ts";
import type { Work } from "./workload.ts";

type ByMemo = ReadonlyMap<string, readonly LedgerTransaction[]>;

/** What was paid on to people, as the ledger has it. */
export async function paidOn(database: Database, byMemo: ByMemo) {
  const items = await suspenseCollection(database).find({ state: "claimed" }).toArray();
  return items.flatMap(({ id, userId, amount }) =>
    (byMemo.get(`Received ${id}`) ?? []).map(() => ({ userId: userId ?? 0, stroops: BigInt(amount) })),
  );
}

/** What strayed to the house is known once, and was paid on or back once. */
export async function checkSuspense({ database }: Desk, { strayed }: Work, byMemo: ByMemo): Promise<string[]> {
  const items = await suspenseCollection(database).find({}).toArray();
  const byHash = Map.groupBy(items, ({ hash }) => hash);
  const known = strayed.flatMap(({ hash, stroops }) => {
    const [item, ...others] = byHash.get(hash) ?? [];
    return item?.amount === String(stroops) && others.length === 0
      ? []
      : [`what strayed with ${hash} is not known once`];
  });
  const paid = items.flatMap(({ id, state }) => {
    const [on, back] = [byMemo.get(`Received ${id}`)?.length ?? 0, byMemo.get(`Return ${id}`)?.length ?? 0];
    const isRight = state === "claimed" ? on === 1 && back === 0 : state === "returned" && on === 0 && back === 1;
    return isRight ? [] : [`item ${id} is ${state}, and was paid on ${on} times and back ${back} times`];
  });
  const more = items.length === strayed.length ? [] : [`${items.length} items of ${strayed.length} that strayed`];
  return [...known, ...paid, ...more];
}

/** The records are those of the ledger, in every asset, as the server itself compares them. */
export async function checkBooks({
  stack,
  random,
  crew,
}: Pick<Desk, "stack" | "random"> & { readonly crew: Pick<Desk["crew"], "first"> }): Promise<string[]> {
  const asked = { path: "/api/admin/reconcile", cookie: crew.first.cookie, method: "POST" as const };
  const answer = await request(stack, random, asked);
  if (answer?.status !== 200) return [`the books were not compared: ${JSON.stringify(answer?.body)}`];
  const { differences, skipped } = answer.body;
  const isRight = Array.isArray(differences) && differences.length === 0 && skipped === 0;
  return isRight ? [] : [`the books differ: ${JSON.stringify({ differences, skipped })}`];
}
