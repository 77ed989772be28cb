import type { RxCollection } from "rxdb";
import type { LocalRow } from "./row-schema.ts";
import { isWritable, rowSchema } from "./row-schema.ts";
import { kindStorage } from "./kind-storage.ts";
import { SMALL_KINDS, type SmallKind, smallKey, type SmallRow } from "./small-kinds.ts";
import { CHECKPOINT_UID, readAll } from "./stored-rows.ts";

/** No kind is called so. */
const SHAPES = "~shapes";

/**
 * Forgets the rows of those pull-only kinds whose schema is not the one they were stored by, with how far they were pulled.
 * Rejects where it is a kind that devices write: such a change needs a migration.
 */
export async function forgetChangedKinds(shared: RxCollection<SmallRow>): Promise<void> {
  const key = smallKey(SHAPES, "");
  const [stored] = await shared.storageInstance.findDocumentsById([key], true);
  const former: Readonly<Record<string, unknown>> = stored?.row ?? {};
  const shapes = Object.fromEntries(SMALL_KINDS.map((kind) => [kind, JSON.stringify(rowSchema(kind))]));
  if (SMALL_KINDS.every((kind) => former[kind] === shapes[kind])) return;
  for (const kind of SMALL_KINDS) {
    if (former[kind] === undefined || former[kind] === shapes[kind]) continue;
    if (isWritable(kind)) throw new Error(`The rows of ${kind} are stored in another shape than today's.`);
    await forget(shared, kind);
  }
  // Last: what is forgotten twice is pulled twice, no more.
  await shared.incrementalUpsert({ key, kind: SHAPES, row: shapes });
}

async function forget<K extends SmallKind>(shared: RxCollection<SmallRow>, kind: K): Promise<void> {
  const storage = kindStorage(shared.storageInstance, kind);
  const rows = await readAll(storage);
  const [checkpoint] = await storage.findDocumentsById([CHECKPOINT_UID], true);
  const writes = rows.map((previous) => ({ document: { ...previous, _deleted: true }, previous }));
  if (checkpoint)
    writes.push({ document: { ...checkpoint, checkpoint: null } as RowDocument<K>, previous: checkpoint });
  const { error } = await storage.bulkWrite(writes, "astrolabe-forget");
  if (error[0]) throw new Error(`The former rows of ${kind} could not be forgotten.`, { cause: error[0] });
}

type RowDocument<K extends SmallKind> = Awaited<ReturnType<typeof readAll<LocalRow<K>>>>[number];
