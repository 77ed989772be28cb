import { doc, type Doc } from "#server/embedded/mongo/bson/value.ts";
import { isStable } from "./api-version.ts";
import type { Registered } from "./registered.ts";

/** What this server serves, and nothing else of what MongoDB does. */
export function listCommands(commands: ReadonlyMap<string, Registered>): Doc {
  const told: Doc = new Map();
  for (const [name, { isOpen, isAdminOnly, isWrite }] of commands) {
    const about = {
      help: "",
      requiresAuth: isOpen !== true,
      secondaryOk: !isWrite,
      adminOnly: isAdminOnly === true,
      apiVersions: isStable(name) ? ["1"] : [],
      deprecatedApiVersions: [],
    };
    told.set(name, doc(about));
  }
  return doc({ commands: told });
}
