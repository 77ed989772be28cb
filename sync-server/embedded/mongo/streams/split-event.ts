import { encodeDoc } from "#server/embedded/mongo/bson/encode.ts";
import { doc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc } from "#server/embedded/mongo/bson/value.ts";

/** Room for the resume token and the fragment's own number. */
const OVERHEAD_BYTES = 1024;

/** The event in pieces that each fit into `maxBytes`, the small fields first as MongoDB splits; `tokenOf` counts from 1. */
export function splitEvent(event: Doc, maxBytes: number, tokenOf: (fragment: number) => Doc): Doc[] {
  const fields = [...event]
    .filter(([name]) => name !== "_id")
    .map(([name, value]) => ({ name, value, bytes: encodeDoc(doc({ [name]: value })).length }))
    .toSorted((left, right) => left.bytes - right.bytes);
  const groups: (typeof fields)[] = [[]];
  let room = maxBytes - OVERHEAD_BYTES;
  for (const field of fields) {
    const last = groups.at(-1);
    if (last === undefined || (last.length > 0 && field.bytes > room)) {
      groups.push([field]);
      room = maxBytes - OVERHEAD_BYTES - field.bytes;
    } else {
      last.push(field);
      room -= field.bytes;
    }
  }
  return groups.map((group, index) => {
    const out = doc({ _id: tokenOf(index + 1), splitEvent: doc({ fragment: index + 1, of: groups.length }) });
    for (const { name, value } of group) out.set(name, value);
    return out;
  });
}
