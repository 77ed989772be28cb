import type { Migration } from "#server/platform/db/migrate.ts";
import { ATTEMPT_WINDOWS } from "#server/platform/http/limits.ts";
import { ENDED_SESSIONS, SESSIONS } from "#server/platform/http/session-store.ts";
import { KNOWN_DEVICES } from "./known-devices.ts";

/** What sign-in looks up: windows of attempts, passkeys and their challenges, closings, and what operators did. */
export const signInIndexes: Migration = {
  number: 7,
  name: "attempts, passkeys, closings of accounts and operators' actions",
  run: async (database) => {
    await database.collection(ATTEMPT_WINDOWS).createIndex({ endsAt: 1 }, { expireAfterSeconds: 0 });
    await database.collection("passkeys").createIndex({ id: 1 }, { unique: true });
    await database.collection("passkeys").createIndex({ userId: 1, id: 1 });
    await database.collection("passkey_challenges").createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
    await database.collection("account_closings").createIndex({ state: 1 });
    await database.collection("operator_actions").createIndex({ id: 1 }, { unique: true });
    await database.collection("operator_actions").createIndex({ userId: 1, id: -1 });
  },
};

/** Sessions that were ended are remembered for as long as their cookies live, mailed links for as long as they work. */
export const profileIndexes: Migration = {
  number: 15,
  name: "ended sessions and changes of e-mail addresses",
  run: async (database) => {
    await database.collection(ENDED_SESSIONS).createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
    await database.collection("email_changes").createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
    await database.collection("email_changes").createIndex({ token: 1 }, { unique: true });
  },
};

/** Devices on which people signed in before are looked up by user and by device, and forgotten in time. */
export const deviceIndexes: Migration = {
  number: 51,
  name: "devices that people are known on",
  run: async (database) => {
    const devices = database.collection(KNOWN_DEVICES);
    await devices.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
    await devices.createIndex({ userId: 1, lastUsedAt: -1 });
    await devices.createIndex({ device: 1 });
  },
};

/** Sessions from before were used at some time that nobody noted: their idle time begins now. */
export const sessionUse: Migration = {
  number: 52,
  name: "when sessions were last used",
  run: async (database, now) => {
    const never = { lastSeenAt: { $exists: false } };
    await database.collection(SESSIONS).updateMany(never, { $set: { lastSeenAt: now } });
  },
};
