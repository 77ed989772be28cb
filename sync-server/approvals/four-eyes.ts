import type { ClientSession } from "mongodb";
import * as v from "valibot";
import type { ContentOf } from "#schemas/approvals.ts";
import { AppError } from "#schemas/errors.ts";
import { FourEyesSettings, weakensFourEyes } from "#schemas/four-eyes.ts";
import type { Database } from "#server/platform/db/database.ts";
import { inSession } from "#server/platform/db/in-session.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { isRowSealed, type SealedKind, sealRow } from "#server/platform/seals/sealed-rows.ts";
import { tellForged } from "#server/platform/seals/tell-forged.ts";
import type { Act } from "./acts.ts";
import { noteAct } from "./operator-actions.ts";

interface StoredSettings {
  readonly _id: "settings";
  readonly settings: FourEyesSettings;
  readonly seal?: string;
}

const KIND: SealedKind<StoredSettings> = {
  collection: "four_eyes",
  contentOf: ({ _id, settings }) => ({ _id, settings }),
};
const DEFAULTS = v.parse(FourEyesSettings, {});
const ALWAYS = v.parse(
  FourEyesSettings,
  Object.fromEntries(Object.keys(FourEyesSettings.entries).map((kind) => [kind, "always"])),
);

/** What takes two operators, as supers set it. Where somebody set it past the server, everything does until they say so anew. */
export async function readFourEyes(
  runtime: Pick<Runtime, "database" | "clock" | "log">,
  session: ClientSession | null,
): Promise<FourEyesSettings> {
  const { database } = runtime;
  const stored = await collection(database).findOne({ _id: "settings" }, inSession(session));
  if (!stored) return DEFAULTS;
  if (isRowSealed(database, KIND, stored)) return v.parse(FourEyesSettings, stored.settings);
  await tellForged(runtime, "what takes two operators", {});
  return ALWAYS;
}

function collection(database: Database) {
  return database.collection<StoredSettings>(KIND.collection);
}

/** What takes two operators: one super has more of it take two, and two have less. */
export function fourEyesAct(runtime: Runtime): Act<ContentOf<"set-four-eyes">> {
  const { database } = runtime;
  return {
    subject: () => "four eyes",
    about: () => Promise.resolve([]),
    says: ({ settings, former }) => `What takes two operators becomes: ${wordsOf(former, settings)}.`,
    whySecond: async ({ settings }, _operatorId, session) =>
      weakensFourEyes(await readFourEyes(runtime, session), settings)
        ? "It asks for two less often than before."
        : null,
    prepare: ({ settings, former }) =>
      Promise.resolve(async (session, by) => {
        const change = { before: former, after: settings };
        const details = wordsOf(former, settings);
        await noteAct(runtime, session, by, { action: "set-four-eyes", userId: null, details, change });
        const now = await readFourEyes(runtime, session);
        if (weakensFourEyes(now, former) || weakensFourEyes(former, now)) throw new AppError("proposal-outdated");
        const seal = sealRow(database, KIND, { _id: "settings", settings });
        await collection(database).updateOne(
          { _id: "settings" },
          { $set: { settings, seal } },
          { upsert: true, session },
        );
      }),
  };
}

/** What changes, in one line. */
function wordsOf(former: FourEyesSettings, settings: FourEyesSettings): string {
  const kinds = Object.keys(settings) as (keyof FourEyesSettings)[];
  const changed = kinds.filter((kind) => settings[kind] !== former[kind]);
  return changed.map((kind) => `${kind} ${settings[kind]}`).join(", ") || "as it is";
}
