import type { Migration } from "#server/platform/db/migrate.ts";
import { CONSENTS } from "./consents.ts";
import { HAND_OVERS } from "./hand-overs.ts";
import { partsOf, picturesOf } from "./pictures.ts";
import { verificationsOf } from "./verifications.ts";

/** One check of each person, and what the queue, the sweep and a look for equal documents read. */
export const identityIndexes: Migration = {
  number: 112,
  name: "identity checks, their pictures, and links to phones",
  run: async (database) => {
    await verificationsOf(database).createIndexes([
      { key: { id: 1 }, unique: true },
      { key: { userId: 1 }, unique: true },
      { key: { status: 1, submittedDate: 1, id: 1 } },
      { key: { documentMark: 1 } },
    ]);
    await picturesOf(database).createIndexes([
      { key: { userId: 1, slot: 1 }, unique: true, partialFilterExpression: { isUnsent: true }, name: "one_unsent" },
      { key: { userId: 1 } },
      { key: { verificationId: 1 } },
      { key: { keptUntil: 1 } },
      { key: { isErased: 1, verificationId: 1 } },
    ]);
    await partsOf(database).createIndex({ picture: 1, offset: 1 });
    await database.collection(CONSENTS).createIndex({ userId: 1, version: -1 });
    await database.collection(HAND_OVERS).createIndexes([
      { key: { tokenHash: 1 }, unique: true },
      { key: { keyHash: 1 }, sparse: true },
      { key: { until: 1 }, expireAfterSeconds: 0 },
    ]);
  },
};
