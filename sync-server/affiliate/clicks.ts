import { readFile } from "node:fs/promises";
import { BlockList, isIPv6 } from "node:net";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isbot } from "isbot";
import { type ClientSession, MongoServerError, ObjectId } from "mongodb";
import { CODE_PATTERN } from "#schemas/affiliate-calls.ts";
import { isIpRange } from "#schemas/values/ip-ranges.ts";
import { takeIds } from "#server/platform/db/ids.ts";
import { networkOf } from "#server/platform/http/network-of.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { isSecure } from "#server/platform/http/session.ts";
import { openSalts } from "./salt.ts";
import { CLICKS, clickCollection, type ClickDocument, programCollection, readTerms } from "./store.ts";

const COOKIE = "astrolabe.referral";
const COOKIE_SECONDS = 30 * 24 * 60 * 60;
/** What every link leads to. */
const SIGN_UP = "/auth";
const MOST_AGENT = 300;
const DUPLICATE_KEY = 11_000;
/** How long a process goes by the terms that it read. */
const TERMS_MS = 5000;

/**
 * Serves `/r/{code}`: counts a visit of one address a day, remembers who led here for thirty days in a cookie of this site alone, and goes on to where
 * people sign up. What counts nothing goes on just the same.
 */
export function registerClicks(
  app: FastifyInstance,
  runtime: Runtime,
  isUncounted: (address: string) => boolean,
): void {
  const digest = openSalts(runtime.database);
  const isOpen = openTerms(runtime);
  app.get<{ Params: { code: string } }>("/r/:code", { config: { isPolled: false } }, async (request, reply) => {
    reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer");
    const code = request.params.code.toLowerCase();
    if (CODE_PATTERN.test(code) && isPerson(request) && !isUncounted(request.ip) && (await isOpen()))
      await count(runtime, digest, { request, reply, code });
    return reply.redirect(SIGN_UP, 302);
  });
}

function isPerson({ headers, method }: FastifyRequest): boolean {
  const isFetchedAhead = [headers["sec-purpose"], headers["purpose"]].some((purpose) =>
    String(purpose).includes("prefetch"),
  );
  // A picture or a frame of somebody else's page is nobody's wish; browsers of before say nothing of it.
  const isPage = (headers["sec-fetch-dest"] ?? "document") === "document";
  const agent = headers["user-agent"] ?? "";
  return method === "GET" && isPage && !isFetchedAhead && agent !== "" && !isbot(agent);
}

function openTerms({ database, clock }: Runtime): () => Promise<boolean> {
  let [isOpen, readAtMs] = [false, 0];
  return async () => {
    const nowMs = clock.now().getTime();
    if (Math.abs(nowMs - readAtMs) < TERMS_MS) return isOpen;
    isOpen = (await readTerms(database, null))?.active === true;
    readAtMs = nowMs;
    return isOpen;
  };
}

interface Visit {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly code: string;
}

async function count(
  runtime: Runtime,
  digest: (day: string, address: string) => Promise<string>,
  { request, reply, code }: Visit,
): Promise<void> {
  const { database, clock, config } = runtime;
  const program = await programCollection(database).findOne({ codes: code }, { projection: { _id: 0, id: 1 } });
  if (!program) return;
  const timestamp = clock.now();
  const day = timestamp.toISOString().slice(0, 10);
  const click = {
    id: await takeIds(database, CLICKS, 1),
    affiliateId: program.id,
    ipAddress: await digest(day, networkOf(request.ip)),
    userAgent: (request.headers["user-agent"] ?? "").slice(0, MOST_AGENT),
    referrer: hostOf(request.headers.referer),
    timestamp,
    day,
    converted: false,
    isCounted: false,
  };
  const clickId = await keep(runtime, click);
  reply.setCookie(cookieName(runtime), `${code}.${clickId}`, {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: isSecure(config),
    maxAge: COOKIE_SECONDS,
  });
}

/** Keeps a visit, and answers with its number; that of the first of today where it was counted already. */
async function keep({ database }: Runtime, click: ClickDocument): Promise<string> {
  try {
    const { insertedId } = await clickCollection(database).insertOne({ ...click });
    return String(insertedId);
  } catch (error) {
    if (!(error instanceof MongoServerError && error.code === DUPLICATE_KEY)) throw error;
    const { affiliateId, day, ipAddress } = click;
    const former = await clickCollection(database).findOne({ affiliateId, day, ipAddress }, { projection: { _id: 1 } });
    return String(former?._id ?? "");
  }
}

function hostOf(referer: string | undefined): string {
  return referer !== undefined && URL.canParse(referer) ? new URL(referer).hostname.slice(0, 100) : "";
}

function cookieName({ config }: Runtime): string {
  return isSecure(config) ? `__Host-${COOKIE}` : COOKIE;
}

/** The link that led somebody here, and their visit. */
export interface Referral {
  readonly code: string;
  readonly clickId: string;
}

/** What led somebody here within thirty days; null where nothing did. */
export function referralOf(runtime: Runtime, request: FastifyRequest): Referral | null {
  const [code = "", clickId = ""] = (request.cookies[cookieName(runtime)] ?? "").split(".");
  return CODE_PATTERN.test(code) && /^(?:[0-9a-f]{24})?$/.test(clickId) ? { code, clickId } : null;
}

/** Notes that a visit led to a sign-up, in its transaction. */
export async function noteConverted(
  { database }: Runtime,
  session: ClientSession,
  affiliateId: number,
  { clickId }: Referral,
): Promise<void> {
  if (clickId === "") return;
  const _id = new ObjectId(clickId);
  await clickCollection(database).updateOne({ _id, affiliateId }, { $set: { converted: true } }, { session });
}

/** Who signed up has been brought, and nobody else on this device is. */
export function forgetReferral(runtime: Runtime, request: FastifyRequest, reply: FastifyReply): void {
  if (request.cookies[cookieName(runtime)] === undefined) return;
  reply.clearCookie(cookieName(runtime), { path: "/", secure: isSecure(runtime.config) });
}

/**
 * Reads the operator's file of networks whose visits count nothing: an address or a network in each line, `#` begins a remark. Throws for a file that cannot be read or a line
 * that is neither.
 */
export async function readUncounted(path: string | null): Promise<(address: string) => boolean> {
  if (path === null) return () => false;
  const networks = new BlockList();
  const lines = (await readFile(path, "utf8")).split("\n").map((line) => line.replace(/#.*$/, "").trim());
  for (const [index, line] of lines.entries()) {
    if (line === "") continue;
    if (!isIpRange(line)) throw new Error(`UNCOUNTED_NETWORKS_FILE, line ${index + 1}: name an address or a network`);
    const [address = "", prefix] = line.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (prefix === undefined) networks.addAddress(address, family);
    else networks.addSubnet(address, Number(prefix), family);
  }
  return (address) => networks.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}
