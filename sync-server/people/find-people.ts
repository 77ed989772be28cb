import type { PeopleFilters } from "#schemas/people.ts";
import { AppError } from "#schemas/errors.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import {
  isPlace,
  peopleInOrder,
  type PeopleOrder,
  type PeopleWalk,
  signUpDay,
  type UserDocument,
} from "#server/users/index.ts";
import { type Condition, flagged, hasOpenDeposit, not } from "./conditions.ts";
import { type Search, searchFor } from "./search.ts";

/** Up to so many people a condition is asked for all of them before anybody is looked at. */
const A_FEW = 600;
/** Up to so many once a first look found less than a page; beyond, whoever comes next is asked whether it holds of them. */
const FEW = 2000;
/** People looked at in one go where not each of them may be meant: so many pages, and ever more until they are so many people. */
const PAGES_AT_ONCE = 3;
const MOST_AT_ONCE = 1000;
const EXPORTED_AT_ONCE = 500;
/** People looked at for one page: what was found by then is answered, and where to go on. */
const MOST_LOOKED_AT = 5000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Each of so many days is read in the order of names, and they are merged; of more, everybody who signed up then is put in order. */
const MOST_DAYS = 150;

/** People who are meant, and how to go on. */
export interface Found {
  readonly people: readonly UserDocument[];
  readonly next: string | null;
  /** Null where nothing was searched. */
  readonly search: Search | null;
}

type Placed = Awaited<ReturnType<typeof peopleInOrder>>[number];

/** Which part of people is meant, and what is to be asked of each of them. */
interface Meant {
  readonly walk: Omit<PeopleWalk, "after">;
  readonly search: Search | null;
  readonly conditions: readonly Condition[];
}

/** A part of people that is ready to be read. */
interface Narrowed {
  readonly walk: Meant["walk"];
  /** What is left to be asked of each. */
  readonly open: readonly Condition[];
}

/**
 * One page of those who are meant, at most `size`. Of what holds of many the first who come make a page; of what holds of less, all are
 * asked for then. Throws `input-invalid` for a place that none is.
 */
export async function findPeople(
  runtime: Runtime,
  filters: PeopleFilters,
  after: string | null,
  size: number,
): Promise<Found> {
  const meant = meantBy(runtime, filters);
  const { search } = meant;
  if (after !== null && !isPlace(meant.walk.order, after)) throw new AppError("input-invalid");
  let { walk, open } = await narrowed(meant, A_FEW);
  const found: Placed[] = [];
  let place = after;
  // One more than a page tells whether there is another.
  let wanted = open.length === 0 ? size + 1 : size * PAGES_AT_ONCE;
  for (let lookedAt = 0; lookedAt < MOST_LOOKED_AT; wanted = Math.min(wanted * 2, MOST_AT_ONCE)) {
    const looked = await peopleInOrder(runtime, { ...walk, after: place }, wanted);
    found.push(...(await allMeeting(looked, open)));
    const shown = found.slice(0, size);
    const last = shown.at(-1);
    if (found.length > size && last) return { people: shown.map(({ user }) => user), next: last.place, search };
    const end = looked.at(-1);
    if (looked.length < wanted || !end) return { people: found.map(({ user }) => user), next: null, search };
    place = end.place;
    if (lookedAt === 0 && walk.ids === null) ({ walk, open } = await narrowed(meant, FEW));
    lookedAt += looked.length;
  }
  return { people: found.map(({ user }) => user), next: place, search };
}

/** All who are meant, some at a time. */
export async function* eachPeople(runtime: Runtime, filters: PeopleFilters): AsyncGenerator<readonly UserDocument[]> {
  const { walk, open } = await narrowed(meantBy(runtime, filters), FEW);
  let place: string | null = null;
  for (;;) {
    const looked: readonly Placed[] = await peopleInOrder(runtime, { ...walk, after: place }, EXPORTED_AT_ONCE);
    yield (await allMeeting(looked, open)).map(({ user }) => user);
    const end = looked.at(-1);
    if (looked.length < EXPORTED_AT_ONCE || !end) return;
    place = end.place;
  }
}

function meantBy(runtime: Runtime, filters: PeopleFilters): Meant {
  const { q, from, to } = filters;
  const search = q === "" ? null : searchFor(runtime, q);
  const order = orderOf(filters, search);
  return {
    search,
    walk: {
      order,
      ids: null,
      signedUpOn: order.by === "name" && from !== undefined ? daysBetween(from, to ?? today(runtime)) : null,
      signedUpFrom: from === undefined ? null : new Date(`${from}T00:00:00Z`),
      signedUpBefore: to === undefined ? null : new Date(Date.parse(`${to}T00:00:00Z`) + DAY_MS),
    },
    // In the order of what matches, nobody else is met.
    conditions: [...(search && order.by !== "match" ? [search] : []), ...conditionsOf(runtime, filters)],
  };
}

/** All days (UTC) from one to another, both included; null where they are too many to be read one by one. */
function daysBetween(from: string, to: string): readonly string[] | null {
  const first = Date.parse(from);
  const count = Math.max(0, Math.round((Date.parse(to) - first) / DAY_MS) + 1);
  if (count > MOST_DAYS) return null;
  return Array.from({ length: count }, (_, index) => signUpDay(new Date(first + index * DAY_MS)));
}

function today({ clock }: Runtime): string {
  return signUpDay(clock.now());
}

/** Asks each condition for all people: where one knows so few, nobody else is looked at. */
async function narrowed({ walk, conditions }: Meant, most: number): Promise<Narrowed> {
  const known = await Promise.all(conditions.map((condition) => condition.few(most)));
  const sets = known.filter((ids) => ids !== null);
  const [smallest, ...others] = sets.toSorted((one, other) => one.size - other.size);
  const ids = smallest ? [...smallest].filter((id) => others.every((set) => set.has(id))) : null;
  return { walk: { ...walk, ids }, open: conditions.filter((_, index) => known[index] === null) };
}

/** Unless another order is asked for: what matches best, and otherwise the newest. */
function orderOf({ sort }: PeopleFilters, search: Search | null): PeopleOrder {
  if (sort !== undefined) return { by: sort };
  return search?.text ? { by: "match", text: search.text } : { by: "newest" };
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

async function allMeeting(people: readonly Placed[], conditions: readonly Condition[]): Promise<Placed[]> {
  let left = [...people];
  for (const condition of conditions) {
    if (left.length === 0) return left;
    const met = await condition.among(left.map(({ user }) => user));
    left = left.filter(({ user }) => met.has(user.id));
  }
  return left;
}
