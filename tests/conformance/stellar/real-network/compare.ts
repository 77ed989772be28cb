import { differences } from "./differences.ts";
import type { Difference } from "./differences.ts";
import { draw } from "./draw.ts";
import { at, isObject, recordsOf } from "./json.ts";
import type { Json } from "./json.ts";
import { Names } from "./names.ts";
import type { Recording } from "./recording.ts";
import { isOthersHistory } from "./unequal.ts";

/** A difference, and in the answer to what. */
export interface Found extends Difference {
  readonly where: string;
}

export interface Comparison {
  readonly answers: number;
  readonly found: readonly Found[];
}

const STEP_ANSWERS = ["send", "tx", "ops", "effects", "payments", "rpc"] as const;
const SINGLE_ANSWERS = [
  "friendbot",
  "friendbotAgain",
  "friendbotBad",
  "malformed",
  "malformedAsync",
  "noTx",
  "stream",
] as const;

/** Compares every answer of a network with that of the recorded one. */
export function compare(real: Recording, ours: Recording): Comparison {
  const found: Found[] = [];
  let answers = 0;
  const [realNames, ourNames] = [new Names(real), new Names(ours)];
  const put = (where: string, kind: string, theirs: Json | undefined, own: Json | undefined) => {
    answers += 1;
    const isByPair = where.includes("base_asset_type=");
    const [left, right] = [
      theirs === undefined ? undefined : ordered(where, draw(theirs, realNames, isByPair)),
      own === undefined ? undefined : ordered(where, draw(own, ourNames, isByPair)),
    ];
    for (const difference of differences(kind, left, right)) found.push({ where, ...difference });
  };
  const byName = new Map(ours.steps.map((step) => [step.name, step]));
  for (const step of real.steps) {
    for (const part of STEP_ANSWERS) put(step.name, part, step[part], byName.get(step.name)?.[part]);
  }
  for (const [path, answer] of Object.entries(real.reads)) {
    if (!isOthersHistory(path)) put(path, "GET", answer, ours.reads[path]);
  }
  for (const [name, answer] of Object.entries(real.rpc)) put(name, `rpc ${name}`, answer, ours.rpc[name]);
  for (const name of SINGLE_ANSWERS) put(name, name, real[name], ours[name]);
  return { answers, found };
}

/** Lists of claimable balances are ordered by hashes: compared in an order of their own. */
function ordered(where: string, answer: Json): Json {
  if (!where.startsWith("/claimable_balances?") || !isObject(answer)) return answer;
  const records = recordsOf(at(answer, "body")).toSorted((left, right) =>
    JSON.stringify(left) < JSON.stringify(right) ? -1 : 1,
  );
  const body = at(answer, "body");
  return { ...answer, body: { ...(isObject(body) && body), _embedded: { records } } };
}
