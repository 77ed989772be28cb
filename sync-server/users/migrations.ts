import type { Database } from "#server/platform/db/database.ts";
import type { Migration } from "#server/platform/db/migrate.ts";
import { openIssue } from "#server/platform/issues/issues.ts";
import { nameCollection } from "./names.ts";
import { signUpDay } from "./people-in-order.ts";
import { digestOfStored, userCollection } from "./store.ts";

/** What operators are told of the words that mean two people. */
export const COLLISION_CHECK = "names-collide";
const MOST_NAMED = 50;
/** People changed by one command. */
const AT_ONCE = 500;

/**
 * Names, user IDs and what closed accounts were called become one namespace. A word that is one person's name and another's
 * ID leads to nobody from now on, and operators are told of all of them together.
 */
export const oneNamespace: Migration = {
  number: 47,
  name: "one namespace for names and user IDs",
  run: async (database, now) => {
    const names = nameCollection({ database });
    const projection = { _id: 0, id: 1, usernameKey: 1, uniqueUserIdKey: 1 } as const;
    for await (const { id, usernameKey, uniqueUserIdKey } of userCollection({ database }).find({}, { projection })) {
      for (const key of new Set([usernameKey, uniqueUserIdKey]))
        await names.updateOne({ _id: digestOfStored(key) }, { $addToSet: { userIds: id } }, { upsert: true });
    }
    const collisions = await describeCollisions(database);
    if (collisions.length === 0) return;
    await openIssue(
      { database, clock: { now: () => now } },
      {
        type: "names",
        checkId: COLLISION_CHECK,
        title: "Names that could mean two people",
        description: [
          "Until an operator says whose it is, nobody can be paid by what follows; by their addresses they can.",
          ...collisions.slice(0, MOST_NAMED),
          ...(collisions.length > MOST_NAMED ? [`${collisions.length - MOST_NAMED} more`] : []),
        ].join("\n"),
        severity: "warning",
        metadata: { collisions: collisions.length },
      },
    );
  },
};

async function describeCollisions(database: Database): Promise<string[]> {
  const described: string[] = [];
  for await (const { userIds } of nameCollection({ database }).find({ "userIds.1": { $exists: true } })) {
    const users = await userCollection({ database })
      .find({ id: { $in: [...userIds] } })
      .sort({ id: 1 })
      .toArray();
    const keys = users.flatMap(({ usernameKey, uniqueUserIdKey }) => [usernameKey, uniqueUserIdKey]);
    const shared = (key: string) => keys.filter((other) => digestOfStored(other) === digestOfStored(key)).length > 1;
    const says = users.map((user) => {
      const { id, username, uniqueUserId, usernameKey } = user;
      if (user.closedAt !== undefined) return `was the closed account ${id}'s`;
      return shared(usernameKey)
        ? `is the name “${username}” of user ${id}`
        : `is the user ID “${uniqueUserId}” of user ${id}`;
    });
    described.push(`One word ${says.join(" and ")}.`);
  }
  return described;
}

/** Who claims an address, asked at each reset where nobody has shown it to be theirs. */
export const claimedEmails: Migration = {
  number: 48,
  name: "addresses that are claimed",
  run: async (database) => {
    await userCollection({ database }).createIndex(
      { claimedEmail: 1 },
      { partialFilterExpression: { claimedEmail: { $exists: true } } },
    );
  },
};

/** Who signed up on some days is read in the order of names, day by day. */
export const signUpDays: Migration = {
  number: 117,
  name: "people by the day on which they signed up and by name",
  run: async (database) => {
    const users = userCollection({ database });
    for (let last = 0; ;) {
      const some = await users
        .find({ id: { $gt: last } }, { sort: { id: 1 }, limit: AT_ONCE, projection: { _id: 0, id: 1, createdAt: 1 } })
        .toArray();
      const end = some.at(-1);
      if (!end) break;
      const daysOf = some.map(({ id, createdAt }) => ({
        updateOne: { filter: { id }, update: { $set: { signedUpOn: signUpDay(createdAt) } } },
      }));
      await users.bulkWrite(daysOf, { ordered: false });
      last = end.id;
    }
    await users.createIndex({ signedUpOn: 1, usernameKey: 1 });
  },
};
