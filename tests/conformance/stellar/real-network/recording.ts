import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import * as v from "valibot";
import { isObject } from "./json.ts";
import type { Json } from "./json.ts";

const FILE = join(import.meta.dirname, "../data/real-network.json.gz");

const Anything = v.custom<Json>(() => true);
const Step = v.strictObject({
  name: v.string(),
  hash: v.string(),
  /** What was answered to who sent it. */
  send: Anything,
  /** How Horizon shows what came of it, and RPC; absent for what no ledger has. */
  tx: v.exactOptional(Anything),
  ops: v.exactOptional(Anything),
  effects: v.exactOptional(Anything),
  payments: v.exactOptional(Anything),
  rpc: v.exactOptional(Anything),
  /** RPC's answer again, where it was sent by RPC. */
  got: v.exactOptional(Anything),
});

/** Every answer that a network gave while the scenario was played. */
const Recording = v.object({
  steps: v.array(Step),
  /** Horizon's answers, by what was asked for. */
  reads: v.custom<Readonly<Record<string, Json>>>(isObject),
  /** RPC's, by the names of the calls. */
  rpc: v.custom<Readonly<Record<string, Json>>>(isObject),
  friendbot: Anything,
  friendbotAgain: Anything,
  friendbotBad: Anything,
  malformed: Anything,
  malformedAsync: Anything,
  noTx: Anything,
  stream: Anything,
});

export type Step = v.InferOutput<typeof Step>;
export type Recording = v.InferOutput<typeof Recording>;

/** What a network of stellar-core 28, RPC, Horizon and friendbot answered, on 2026-11-22. */
export function realNetwork(): Recording {
  return v.parse(Recording, JSON.parse(gunzipSync(readFileSync(FILE)).toString("utf8")));
}
