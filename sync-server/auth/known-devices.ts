import { createHash, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ClientSession, Collection, Document } from "mongodb";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { isSecure } from "#server/platform/http/session.ts";

/** That somebody signed in on a device. What the device shows is known here by its digest alone. */
interface KnownDevice extends Document {
  /** User's id and device's digest. */
  readonly _id: string;
  readonly userId: number;
  readonly device: string;
  readonly lastUsedAt: Date;
  /** The document vanishes then. */
  readonly expiresAt: Date;
}

export const KNOWN_DEVICES = "known_devices";
const COOKIE = "astrolabe.device";
const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const KNOWN_SECONDS = 180 * 24 * 60 * 60;
const MOST_OF_USER = 20;
/** No user has this id. */
const NOBODY = 0;

function collectionOf({ database }: Pick<Runtime, "database">): Collection<KnownDevice> {
  return database.collection<KnownDevice>(KNOWN_DEVICES);
}

/**
 * What the request's device is called where this user signed in on it before; null where not. Looks it up for nobody as
 * well, so that the time it takes tells nothing.
 */
export async function knownDeviceOf(
  runtime: Runtime,
  request: FastifyRequest,
  userId: number | null,
): Promise<string | null> {
  const token = tokenOf(runtime, request);
  if (token === null) return null;
  const device = digest(token);
  const found = await collectionOf(runtime).findOne({
    _id: idOf(userId ?? NOBODY, device),
    expiresAt: { $gt: runtime.clock.now() },
  });
  return found && device;
}

/** Remembers that the user signed in here, for half a year. A device keeps its cookie where it is somebody's already. */
export async function rememberDevice(
  runtime: Runtime,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  userId: number,
): Promise<void> {
  const devices = collectionOf(runtime);
  const now = runtime.clock.now();
  const shown = tokenOf(runtime, request);
  // One that we did not give out was put there by somebody else, who knows it.
  const isOurs = shown !== null && (await devices.findOne({ device: digest(shown), expiresAt: { $gt: now } })) !== null;
  const token = isOurs ? shown : randomBytes(TOKEN_BYTES).toString("base64url");
  const device = digest(token);
  const expiresAt = new Date(now.getTime() + KNOWN_SECONDS * 1000);
  const fields = { userId, device, lastUsedAt: now, expiresAt };
  await devices.updateOne({ _id: idOf(userId, device) }, { $set: fields }, { upsert: true });
  await dropOldest(devices, userId);
  reply.setCookie(cookieName(runtime), token, {
    path: "/",
    httpOnly: true,
    sameSite: "strict",
    secure: isSecure(runtime.config),
    maxAge: KNOWN_SECONDS,
  });
}

/** Every device of the user is a stranger's again, for where the account may have been in wrong hands. */
export async function forgetDevices(
  runtime: Pick<Runtime, "database">,
  session: ClientSession,
  userId: number,
): Promise<void> {
  await collectionOf(runtime).deleteMany({ userId }, { session });
}

async function dropOldest(devices: Collection<KnownDevice>, userId: number): Promise<void> {
  const old = await devices
    .find({ userId }, { projection: { _id: 1 } })
    .sort({ lastUsedAt: -1 })
    .skip(MOST_OF_USER)
    .toArray();
  if (old.length > 0) await devices.deleteMany({ _id: { $in: old.map(({ _id }) => _id) } });
}

function tokenOf(runtime: Runtime, request: FastifyRequest): string | null {
  const token = request.cookies[cookieName(runtime)];
  return token !== undefined && TOKEN.test(token) ? token : null;
}

/** Over https no other host of the domain, and nobody on the way, can set it in our place. */
function cookieName({ config }: Runtime): string {
  return isSecure(config) ? `__Host-${COOKIE}` : COOKIE;
}

function idOf(userId: number, device: string): string {
  return `${userId} ${device}`;
}

function digest(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** Whether two users signed in on one device. */
export async function shareDevice(runtime: Pick<Runtime, "database">, one: number, other: number): Promise<boolean> {
  const devices = collectionOf(runtime);
  const own = await devices.find({ userId: one }, { projection: { _id: 0, device: 1 } }).toArray();
  const shared = await devices.findOne({ userId: other, device: { $in: own.map(({ device }) => device) } });
  return shared !== null;
}
