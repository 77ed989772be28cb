import type { PeopleFilters, PeopleSort } from "#schemas/people.ts";
import { AppError } from "#schemas/errors.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import {
  isPlace,
  type peopleInOrder as inOrder,
  peopleInOrder,
  placeOf,
  type UserDocument,
} from "#server/users/index.ts";
import { type Condition, flagged, hasOpenDeposit, not } from "./conditions.ts";
import { type Search, searchFor } from "./search.ts";

type Walk = Parameters<typeof inOrder>[1];

/** Up to so many people a condition is asked for all of them; beyond, whoever comes next is asked whether it holds of them. */
const FEW = 2000;
/** People looked at in one go where not each of them may be meant. */
const AT_ONCE = 500;
/** People looked at for one page: what was found by then is answered, and where to go on. */
const MOST_LOOKED_AT = 5000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** People who are meant, and how to go on. */
export interface Found {
  readonly people: readonly UserDocument[];
  readonly next: string | null;
  /** Null where nothing was searched. */
  readonly search: Search | null;
}

/** A part of people that is ready to be read. */
interface Meant {
  readonly sort: PeopleSort;
  readonly walk: Omit<Walk, "after">;
  readonly search: Search | null;
  /** What is left to be asked of each. */
  readonly open: readonly Condition[];
}

/** One page of those who are meant, at most `size`. Throws `input-invalid` for a place that none is. */
export async function findPeople(
  runtime: Runtime,
  filters: PeopleFilters,
  after: string | null,
  size: number,
): Promise<Found> {
  if (after !== null && !isPlace(filters.sort, after)) throw new AppError("input-invalid");
  const meant = await meantBy(runtime, filters);
  const { sort, search } = meant;
  const people: UserDocument[] = [];
  let place = after;
  for (let lookedAt = 0; lookedAt < MOST_LOOKED_AT;) {
    // One more than a page tells whether there is another.
    const wanted = meant.open.length === 0 ? size + 1 : AT_ONCE;
    const looked = await peopleInOrder(runtime, { ...meant.walk, after: place }, wanted);
    people.push(...(await allMeeting(looked, meant.open)));
    const shown = people.slice(0, size);
    const last = shown.at(-1);
    if (people.length > size && last) return { people: shown, next: placeOf(sort, last), search };
    const end = looked.at(-1);
    if (looked.length < wanted || !end) return { people, next: null, search };
    place = placeOf(sort, end);
    lookedAt += looked.length;
  }
  return { people, next: place, search };
}

/** All who are meant, some at a time. */
export async function* eachPeople(runtime: Runtime, filters: PeopleFilters): AsyncGenerator<readonly UserDocument[]> {
  const meant = await meantBy(runtime, filters);
  let place: string | null = null;
  for (;;) {
    const looked: UserDocument[] = await peopleInOrder(runtime, { ...meant.walk, after: place }, AT_ONCE);
    yield await allMeeting(looked, meant.open);
    const end = looked.at(-1);
    if (looked.length < AT_ONCE || !end) return;
    place = placeOf(meant.sort, end);
  }
}

/** Asks each condition for all people first: where one knows few, nobody else is looked at. */
async function meantBy(runtime: Runtime, filters: PeopleFilters): Promise<Meant> {
  const { sort, q, from, to } = filters;
  const search = q === "" ? null : searchFor(runtime, q);
  const conditions = [...(search ? [search] : []), ...conditionsOf(runtime, filters)];
  const known = await Promise.all(conditions.map((condition) => condition.few(FEW)));
  const sets = known.filter((ids) => ids !== null);
  const [smallest, ...others] = sets.toSorted((one, other) => one.size - other.size);
  const ids = smallest ? [...smallest].filter((id) => others.every((set) => set.has(id))) : null;
  return {
    sort,
    search,
    walk: {
      sort,
      ids,
      signedUpFrom: from === undefined ? null : new Date(`${from}T00:00:00Z`),
      signedUpBefore: to === undefined ? null : new Date(Date.parse(`${to}T00:00:00Z`) + DAY_MS),
    },
    open: conditions.filter((_, index) => known[index] === null),
  };
}

function conditionsOf({ database }: Runtime, { frozen, factor, deposit }: PeopleFilters): Condition[] {
  const asked = [
    [frozen, flagged(database, "isFrozen")],
    [factor, flagged(database, "hasSecondFactor")],
    [deposit, hasOpenDeposit(database)],
  ] as const;
  return asked.flatMap(([answer, condition]) =>
    answer === undefined ? [] : [answer === "yes" ? condition : not(condition)],
  );
}

async function allMeeting(people: readonly UserDocument[], conditions: readonly Condition[]): Promise<UserDocument[]> {
  let left = [...people];
  for (const condition of conditions) {
    if (left.length === 0) return left;
    const met = await condition.among(left);
    left = left.filter(({ id }) => met.has(id));
  }
  return left;
}
