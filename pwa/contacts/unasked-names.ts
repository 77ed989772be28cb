import { useEffect, useMemo, useState } from "react";
import * as v from "valibot";
import type { ContactProblems } from "#pwa/parts/directory/contact-rules.ts";
import type { Contact } from "#pwa/parts/directory/directory.ts";
import { keptText } from "#pwa/platform/device/kept-text.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { askName, NAME_PROBLEMS, type NameField, nameProblemWords } from "./name-check.ts";

/** A name that was kept before the server could say whether anybody has it, and what it said since. */
const Unasked = v.object({
  uid: v.string(),
  field: v.picklist(["stellarAddress", "uniqueUserId"]),
  name: v.string(),
  // A sentence, as a former version kept it, says it in one language: the name is asked for anew.
  problem: v.fallback(v.nullable(v.picklist(NAME_PROBLEMS)), null),
});
export type Unasked = v.InferOutput<typeof Unasked>;
const Kept = v.object({ names: v.array(Unasked) });
const MOST = 100;

/** Those of the names that the contacts still have. */
export function stillKept(names: readonly Unasked[], contacts: readonly Contact[]): readonly Unasked[] {
  const byUid = new Map(contacts.map((contact) => [contact.uid, contact]));
  return names.filter(({ uid, field, name }) => byUid.get(uid)?.[field] === name);
}

export function readUnasked(userId: number): readonly Unasked[] {
  return textOf(userId).read()?.names ?? [];
}

/** To be asked for once the server can be reached. */
export function keepUnasked(
  userId: number,
  uid: string,
  contact: Readonly<Record<NameField, string>>,
  fields: readonly NameField[],
): void {
  const others = readUnasked(userId).filter((one) => one.uid !== uid || !fields.includes(one.field));
  const added = fields.map((field) => ({ uid, field, name: contact[field], problem: null }));
  if (fields.length > 0) keep(userId, [...others, ...added]);
}

/** Asks for the names that were kept offline, one after another; answers with what is wrong, by contact. */
export function useUnaskedNames(
  userId: number | null,
  contacts: readonly Contact[],
): ReadonlyMap<string, ContactProblems> {
  const isOnline = useOnline();
  const [turn, setTurn] = useState(0);
  const names = useMemo(
    // What is kept changes with the contacts, or with an answer.
    () => (turn < 0 || userId === null ? [] : stillKept(readUnasked(userId), contacts)),
    [userId, contacts, turn],
  );
  const next = names.find(({ problem }) => problem === null);
  const [nextKey, nextName] = [next && keyOf(next), next?.name];
  useEffect(() => {
    if (!isOnline || userId === null || nextKey === undefined || nextName === undefined) return undefined;
    let isCurrent = true;
    const ask = async () => {
      const answer = await askName(nextName);
      if (!isCurrent || !answer.isAsked) return;
      const kept = readUnasked(userId).flatMap((one) =>
        keyOf(one) !== nextKey ? [one] : answer.problem === null ? [] : [{ ...one, problem: answer.problem }],
      );
      keep(userId, kept);
      setTurn((former) => former + 1);
    };
    void ask();
    return () => {
      isCurrent = false;
    };
  }, [isOnline, userId, nextKey, nextName]);
  return useMemo(
    () =>
      new Map(
        names.flatMap(({ uid, field, problem }) =>
          problem === null ? [] : [[uid, { [field]: nameProblemWords(problem) }] as const],
        ),
      ),
    [names],
  );
}

function keyOf({ uid, field, name }: Unasked): string {
  return `${uid} ${field} ${name}`;
}

function keep(userId: number, names: readonly Unasked[]): void {
  if (names.length === 0) textOf(userId).drop();
  else textOf(userId).keep({ names: names.slice(-MOST) });
}

function textOf(userId: number) {
  return keptText(`astrolabe.unasked-names.${userId}`, Kept, null);
}
