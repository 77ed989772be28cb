import { createHash, randomUUID } from "node:crypto";
import { Binary, DateTime, doc, isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { typeMismatch } from "#server/embedded/mongo/error.ts";
import type { Session } from "#server/embedded/mongo/session.ts";
import type { Command, Services } from "./context.ts";
import { abortNow } from "./transaction.ts";

export function startSession(): Doc {
  return doc({
    id: doc({ id: new Binary(4, Buffer.from(randomUUID().replaceAll("-", ""), "hex")) }),
    timeoutMinutes: 30,
  });
}

function lsidsOf(command: Command): Doc[] {
  const given = command.body.get(command.name);
  if (!Array.isArray(given))
    throw typeMismatch(`BSON field '${command.name}.${command.name}' is the wrong type, expected type 'array'`);
  return given.map((lsid) => {
    if (!isDoc(lsid) || !(lsid.get("id") instanceof Binary))
      throw typeMismatch(`BSON field '${command.name}.${command.name}' must hold session ids`);
    return lsid;
  });
}

/** Stops what the session still does. */
function quieten(services: Services, session: Session): void {
  if (session.transaction !== undefined) abortNow({ services }, session, session.transaction);
  services.cursors.killWhere((cursor) => cursor.sessionKey === session.key);
}

export function endSessions(command: Command): Doc {
  const { services } = command;
  for (const lsid of lsidsOf(command)) {
    const session = services.sessions.find(lsid);
    if (session === undefined) continue;
    quieten(services, session);
    services.sessions.forget(lsid);
  }
  return new Map();
}

export function refreshSessions(command: Command): Doc {
  for (const lsid of lsidsOf(command)) command.services.sessions.get(lsid);
  return new Map();
}

/** Of the sessions named, or of all when none is. */
export function killSessions(command: Command): Doc {
  const { services } = command;
  const named = lsidsOf(command).map((lsid) => services.sessions.find(lsid));
  for (const session of named.length === 0 ? services.sessions.all() : named)
    if (session !== undefined) quieten(services, session);
  return new Map();
}

export function killAllSessions(command: Command): Doc {
  const { services, body, name } = command;
  const patterns = body.get(name);
  if (!Array.isArray(patterns))
    throw typeMismatch(`BSON field '${name}.${name}' is the wrong type, expected type 'array'`);
  const isAll = patterns.length === 0 || patterns.some((pattern) => isOurUser(services, pattern));
  if (isAll) for (const session of services.sessions.all()) quieten(services, session);
  return new Map();
}

/** Without a login there are no users whose sessions could be meant. */
function isOurUser(services: Services, pattern: Value): boolean {
  if (!isDoc(pattern)) throw typeMismatch("killAllSessions takes documents that name users");
  return pattern.get("user") === services.credentials?.user && pattern.get("db") === "admin";
}

/** Every session this server knows of, as `$listSessions` and `$listLocalSessions` tell them. */
export function listedSessions(services: Services): Doc[] {
  const user = services.credentials?.user;
  const digest = createHash("sha256")
    .update(user === undefined ? "" : `${user}@admin`)
    .digest();
  const uid = new Binary(0, digest);
  return services.sessions.all().map((session) =>
    doc({
      _id: doc({ id: session.lsid.get("id"), uid }),
      lastUse: new DateTime(BigInt(session.usedAt)),
      user: user === undefined ? undefined : `${user}@admin`,
    }),
  );
}
