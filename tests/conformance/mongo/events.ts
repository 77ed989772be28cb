import type { MongoClient } from "mongodb";
import { isObject, isPlain, listAt, objectAt, objectsAt, textAt } from "./json.ts";
import type { Json } from "./json.ts";
import { mismatch } from "./match.ts";
import type { Named } from "./match.ts";

export type EventKind = "command" | "cmap" | "sdam";

export type Observed = { readonly kind: EventKind; readonly name: string; readonly event: Json };

/** The specification's name of an event, and the driver's. */
const NAMES: readonly (readonly [EventKind, string, string])[] = [
  ["command", "commandStartedEvent", "commandStarted"],
  ["command", "commandSucceededEvent", "commandSucceeded"],
  ["command", "commandFailedEvent", "commandFailed"],
  ["cmap", "poolCreatedEvent", "connectionPoolCreated"],
  ["cmap", "poolReadyEvent", "connectionPoolReady"],
  ["cmap", "poolClearedEvent", "connectionPoolCleared"],
  ["cmap", "poolClosedEvent", "connectionPoolClosed"],
  ["cmap", "connectionCreatedEvent", "connectionCreated"],
  ["cmap", "connectionReadyEvent", "connectionReady"],
  ["cmap", "connectionClosedEvent", "connectionClosed"],
  ["cmap", "connectionCheckOutStartedEvent", "connectionCheckOutStarted"],
  ["cmap", "connectionCheckOutFailedEvent", "connectionCheckOutFailed"],
  ["cmap", "connectionCheckedOutEvent", "connectionCheckedOut"],
  ["cmap", "connectionCheckedInEvent", "connectionCheckedIn"],
  ["sdam", "serverDescriptionChangedEvent", "serverDescriptionChanged"],
  ["sdam", "serverHeartbeatStartedEvent", "serverHeartbeatStarted"],
  ["sdam", "serverHeartbeatSucceededEvent", "serverHeartbeatSucceeded"],
  ["sdam", "serverHeartbeatFailedEvent", "serverHeartbeatFailed"],
  ["sdam", "topologyDescriptionChangedEvent", "topologyDescriptionChanged"],
  ["sdam", "topologyOpeningEvent", "topologyOpening"],
  ["sdam", "topologyClosedEvent", "topologyClosed"],
];

const SENSITIVE = ["authenticate", "saslStart", "saslContinue", "getnonce", "createUser", "updateUser"];

/** What one client of a test told about itself: everything, and of that what the test observes. */
export class EventLog {
  readonly observed: Observed[] = [];
  /** Connections of the pool that are in use. */
  checkedOut = 0;
  private readonly spec: Json;

  constructor(client: MongoClient, spec: Json) {
    this.spec = spec;
    for (const [kind, name, driverName] of NAMES) {
      Reflect.apply(client.on, client, [driverName, (event: unknown) => this.take(kind, name, event)]);
    }
  }

  private take(kind: EventKind, name: string, event: unknown): void {
    if (name === "connectionCheckedOutEvent") this.checkedOut += 1;
    if (name === "connectionCheckedInEvent") this.checkedOut -= 1;
    if (!isObject(event) || !listAt(this.spec, "observeEvents").includes(name)) return;
    if (kind === "command" && this.isHidden(event)) return;
    // The driver goes on changing the commands it has told about.
    this.observed.push({ kind, name, event: withCopies(event) });
  }

  private isHidden(event: Json): boolean {
    const name = textAt(event, "commandName");
    if (["configureFailPoint", ...listAt(this.spec, "ignoreCommandMonitoringEvents")].includes(name)) return true;
    if (this.spec["observeSensitiveCommands"] === true) return false;
    if (SENSITIVE.includes(name)) return true;
    // The driver empties what it says of a hello that carries a login.
    const body = event["command"] ?? event["reply"];
    return /^(hello|ismaster)$/i.test(name) && isObject(body) && Object.keys(body).length === 0;
  }

  /** The commands started, in order. */
  commands(): Json[] {
    return this.observed
      .filter((one) => one.name === "commandStartedEvent")
      .map((one) => objectAt(one.event, "command"));
  }

  count(expected: Json, entities: Named): number {
    return this.observed.filter((one) => eventMismatch(expected, one, entities, "event") === undefined).length;
  }
}

function withCopies(event: Json): Json {
  const copy: Json = Object.create(event);
  for (const name of ["command", "reply"]) if (name in event) copy[name] = copied(event[name]);
  return copy;
}

function copied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copied);
  if (!isObject(value) || "_bsontype" in value || [Date, Map, Uint8Array].some((type) => value instanceof type))
    return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, copied(item)]));
}

/** Why the events of one client are not those expected; undefined when they are. */
export function eventsMismatch(expected: Json, log: EventLog, entities: Named): string | undefined {
  const kind = textAt(expected, "eventType") === "" ? "command" : textAt(expected, "eventType");
  const observed = log.observed.filter((one) => one.kind === kind);
  const wanted = objectsAt(expected, "events");
  for (const [index, event] of wanted.entries()) {
    const actual = observed[index];
    const path = `event ${index}`;
    if (actual === undefined) return `${path}: ${Object.keys(event).join()} is missing after ${listed(observed)}`;
    const reason = eventMismatch(event, actual, entities, path);
    if (reason !== undefined) return reason;
  }
  if (observed.length === wanted.length || expected["ignoreExtraEvents"] === true) return undefined;
  return `${observed.length} events instead of ${wanted.length}: ${listed(observed)}`;
}

function listed(events: readonly Observed[]): string {
  return events.map(({ name, event }) => `${name}(${textAt(event, "commandName")})`).join(", ");
}

function eventMismatch(expected: Json, actual: Observed, entities: Named, path: string): string | undefined {
  const [entry] = Object.entries(expected);
  const [name, fields] = entry ?? ["", {}];
  if (name !== actual.name)
    return `${path}: expected ${name}, got ${actual.name}(${textAt(actual.event, "commandName")})`;
  for (const [field, value] of Object.entries(isObject(fields) ? fields : {})) {
    const reason = fieldMismatch(
      field,
      value,
      actual.event,
      entities,
      `${path}: ${textAt(actual.event, "commandName")} ${field}`,
    );
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function fieldMismatch(
  field: string,
  expected: unknown,
  event: Json,
  entities: Named,
  path: string,
): string | undefined {
  switch (field) {
    case "hasServerConnectionId": {
      const id: unknown = Reflect.get(event, "serverConnectionId");
      return (typeof id === "bigint" && id > 0n) === expected ? undefined : `${path}: the id is ${String(id)}`;
    }
    case "hasServiceId":
      return (event["serviceId"] !== undefined && event["serviceId"] !== null) === expected
        ? undefined
        : `${path}: is wrong`;
    case "previousDescription":
    case "newDescription":
      return descriptionMismatch(isPlain(expected) ? expected : {}, objectAt(event, field), path);
    case "command":
      return mismatch(expected, withoutDriverTimeout(expected, objectAt(event, field)), entities, true, path);
    default:
      return mismatch(expected, Reflect.get(event, field), entities, true, path);
  }
}

/** To the write concern that ends a transaction this driver adds a time limit from the start, not only when it tries again. */
function withoutDriverTimeout(expected: unknown, command: Json): Json {
  const concern = command["writeConcern"];
  const isEnd = "commitTransaction" in command || "abortTransaction" in command;
  const isExpected = isObject(expected) && "wtimeout" in objectAt(expected, "writeConcern");
  if (!isEnd || isExpected || !isObject(concern) || concern["wtimeout"] !== 10_000) return command;
  const { wtimeout: _limit, ...rest } = concern;
  return { ...command, writeConcern: rest };
}

/** Of a server, or of a topology. */
function descriptionMismatch(expected: Json, actual: Json, path: string): string | undefined {
  const type = textAt(expected, "type");
  return type === "" || Reflect.get(actual, "type") === type
    ? undefined
    : `${path}: type is ${String(Reflect.get(actual, "type"))}`;
}
