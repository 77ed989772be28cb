import { OPEN_DEPOSITS, depositCollection } from "#server/deposits/index.ts";
import type { Database } from "#server/platform/db/database.ts";
import { securityCollection, type UserDocument } from "#server/users/index.ts";

/** Something that holds of people or does not, and is not written in their own rows. */
export interface Condition {
  /** The numbers of all of whom it holds; null where they are more than `most`, or nothing tells them quickly. */
  few(most: number): Promise<ReadonlySet<number> | null>;
  /** Of these people, those of whom it holds. */
  among(people: readonly UserDocument[]): Promise<ReadonlySet<number>>;
}

/** Reads whose rows meet a condition: of these people, or of everybody as many rows as that. */
type Look = (only: { readonly ids: readonly number[] } | { readonly most: number }) => Promise<readonly number[]>;

/** A condition that a look-up tells. */
export function conditionOf(look: Look): Condition {
  return {
    few: async (most) => {
      const ids = await look({ most: most + 1 });
      return ids.length > most ? null : new Set(ids);
    },
    among: async (people) => new Set(await look({ ids: people.map(({ id }) => id) })),
  };
}

/** Holds where the other does not. */
export function not({ among }: Condition): Condition {
  return {
    few: () => Promise.resolve(null),
    among: async (people) => {
      const met = await among(people);
      return new Set(people.map(({ id }) => id).filter((id) => !met.has(id)));
    },
  };
}

/** Holds where one of them does. */
export function any(conditions: readonly Condition[]): Condition {
  return {
    few: async (most) => {
      const found = await Promise.all(conditions.map((condition) => condition.few(most)));
      const all = new Set<number>();
      for (const ids of found) {
        if (ids === null) return null;
        for (const id of ids) all.add(id);
      }
      return all;
    },
    among: async (people) => {
      const met = await Promise.all(conditions.map(({ among }) => among(people)));
      return new Set(met.flatMap((ids) => [...ids]));
    },
  };
}

const NUMBERS = { projection: { _id: 1 } } as const;

/** By what is stored: a row that was forged is told where it is read, and its owner's page says so. */
export function flagged(database: Database, field: "isFrozen" | "hasSecondFactor"): Condition {
  return conditionOf(async (only) => {
    const isMeant = { [field]: true };
    const rows =
      "ids" in only
        ? // Half of all people may be in the index of those of whom it holds.
          securityCollection(database).find(
            { ...isMeant, _id: { $in: [...only.ids] } },
            { hint: { _id: 1 }, ...NUMBERS },
          )
        : securityCollection(database).find(isMeant, { ...NUMBERS, limit: only.most });
    return (await rows.toArray()).map(({ _id }) => _id);
  });
}

export function hasOpenDeposit(database: Database): Condition {
  return conditionOf(async (only) => {
    const open = { status: { $in: [...OPEN_DEPOSITS] } };
    const rows = depositCollection(database)
      .find(
        { ...open, ...("ids" in only && { userId: { $in: [...only.ids] } }) },
        { projection: { _id: 0, userId: 1 } },
      )
      .limit("most" in only ? only.most : 0);
    return (await rows.toArray()).map(({ userId }) => userId);
  });
}

/** Whose rows of a collection have a field of this value. */
export function owns(database: Database, collection: string, field: string, value: string): Condition {
  return conditionOf(async (only) => {
    const rows = database
      .collection<{ userId: number }>(collection)
      .find(
        { [field]: value, ...("ids" in only && { userId: { $in: [...only.ids] } }) },
        { projection: { _id: 0, userId: 1 } },
      )
      .limit("most" in only ? only.most : 0);
    return (await rows.toArray()).map(({ userId }) => userId);
  });
}
