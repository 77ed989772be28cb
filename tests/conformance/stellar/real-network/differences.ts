import { isList, isObject } from "./json.ts";
import type { Json } from "./json.ts";

/** One place at which two answers differ; undefined for what one of them has not. */
export interface Difference {
  /** Where in the answer, without the numbers of list items: differences at one place are of one kind. */
  readonly kind: string;
  readonly real: Json | undefined;
  readonly ours: Json | undefined;
}

/** Where two drawn answers differ, each place once. */
export function differences(kind: string, real: Json | undefined, ours: Json | undefined): Difference[] {
  if (isList(real) && isList(ours)) return listDifferences(kind, real, ours);
  if (isObject(real) && isObject(ours)) {
    const fields = new Set([...Object.keys(real), ...Object.keys(ours)]);
    return [...fields].flatMap((field) => differences(`${kind}.${field}`, real[field], ours[field]));
  }
  return real === ours ? [] : [{ kind, real, ours }];
}

function listDifferences(kind: string, real: readonly Json[], ours: readonly Json[]): Difference[] {
  if (real.length === ours.length) return real.flatMap((each, index) => differences(`${kind}[]`, each, ours[index]));
  // Of lists of different lengths only what the other lacks says something: the rest is out of step.
  const lacks = (list: readonly Json[]) => {
    const texts = new Set(list.map((each) => JSON.stringify(each)));
    return (each: Json) => !texts.has(JSON.stringify(each));
  };
  return [
    ...real.filter(lacks(ours)).map((each) => ({ kind: `${kind}[] missing`, real: each, ours: undefined })),
    ...ours.filter(lacks(real)).map((each) => ({ kind: `${kind}[] extra`, real: undefined, ours: each })),
  ];
}
