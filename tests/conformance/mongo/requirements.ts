import { isObject, listAt, objectAt, textAt } from "./json.ts";
import type { Json } from "./json.ts";

const VERSION = [8, 0, 0];
const PARAMETERS: Json = { enableTestCommands: true, authenticationMechanisms: ["SCRAM-SHA-256"] };

/** Tests whose outcome the driver decides, whatever the server does, or that no released server passes. */
const DRIVER_QUIRKS: ReadonlyMap<string, string> = new Map([
  ["download when final chunk is missing", "this driver takes a file for whole that lacks its last chunk"],
  [
    "Running a command that is not part of the versioned API results in an error",
    "needs a command that only MongoDB's own test servers have",
  ],
  [
    "collection.dropIndexes (write) does not retry if retryWrites=false",
    "this driver keeps the errors of dropIndexes to itself",
  ],
  [
    "collection.dropIndexes retries at most maxAttempts=2 times",
    "this driver keeps the errors of dropIndexes to itself",
  ],
  ["inserting _id with type null via clientBulkWrite", "this driver replaces a null _id before it sends the document"],
  [
    "client bulkWrite with writeConcern in a transaction causes a transaction error",
    "this driver drops the write concern without a word",
  ],
]);

const BEYOND_THIS_SERVER: readonly (readonly [RegExp, string])[] = [
  [/interruptInUseConnections=true/, "not served: sleep() in JavaScript"],
  [/^Topology lifecycle$/, "needs a set of three members"],
  [/clusteredIndex|^listIndexes returns the index$/, "not served: clustered collections"],
  [/^createCollection with (all|bucketing) options$|^insertMany with duplicate ids$/, "not served: time series"],
  [/receiving an empty batch$|^collection is created with the correct options$/, "not served: capped collections"],
];

/** On which server a test runs: the open one, the one with a login, or none of ours. */
export type Fit = { kind: "open" } | { kind: "login" } | { kind: "none"; reason: string };

export function fitOf(file: Json, test: Json): Fit {
  const quirk = DRIVER_QUIRKS.get(textAt(test, "description"));
  if (quirk !== undefined) return { kind: "none", reason: quirk };
  const unserved = BEYOND_THIS_SERVER.find(([name]) => name.test(textAt(test, "description")));
  if (unserved !== undefined) return { kind: "none", reason: unserved[1] };
  if (typeof test["skipReason"] === "string") return { kind: "none", reason: `the test says: ${test["skipReason"]}` };
  const fits = ["open", "login"].map((kind) => ({ kind, reason: reasonAgainst(file, test, kind === "login") }));
  const [open, login] = fits;
  if (open?.reason === undefined) return { kind: "open" };
  return login?.reason === undefined ? { kind: "login" } : { kind: "none", reason: open.reason };
}

function reasonAgainst(file: Json, test: Json, hasLogin: boolean): string | undefined {
  for (const requirements of [file["runOnRequirements"], test["runOnRequirements"]]) {
    if (!Array.isArray(requirements)) continue;
    const reasons = requirements.filter(isObject).map((requirement) => unmet(requirement, hasLogin));
    if (reasons.every((reason) => reason !== undefined)) return reasons[0];
  }
  return undefined;
}

function unmet(requirement: Json, hasLogin: boolean): string | undefined {
  const least = textAt(requirement, "minServerVersion");
  const most = textAt(requirement, "maxServerVersion");
  if (least !== "" && compareVersions(least) > 0) return `needs server ${least}`;
  if (most !== "" && compareVersions(most) < 0) return `is for servers up to ${most}`;
  const topologies = listAt(requirement, "topologies");
  if (topologies.length > 0 && !topologies.includes("replicaset")) return `needs ${topologies.join(" or ")}`;
  if (typeof requirement["authMechanism"] === "string" && requirement["authMechanism"] !== "SCRAM-SHA-256")
    return `needs the login ${requirement["authMechanism"]}`;
  if (typeof requirement["auth"] === "boolean" && requirement["auth"] !== hasLogin)
    return requirement["auth"] ? "needs authentication" : "needs a server without authentication";
  for (const [name, value] of Object.entries(objectAt(requirement, "serverParameters")))
    if (PARAMETERS[name] !== value) return `needs the server parameter ${name}: ${String(value)}`;
  if (requirement["serverless"] === "require") return "needs serverless";
  return requirement["csfle"] === undefined || requirement["csfle"] === false ? undefined : "needs encryption";
}

/** Above zero when the version is newer than ours. */
function compareVersions(text: string): number {
  const parts = text.split(".").map(Number);
  for (let index = 0; index < 3; index += 1) {
    const difference = (parts[index] ?? 0) - (VERSION[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
