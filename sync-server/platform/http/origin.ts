import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "#schemas/errors.ts";
import { bearerOf } from "./api-key.ts";

const SAFE_METHODS: readonly string[] = ["GET", "HEAD", "OPTIONS"];
/** Names of one's own machine: a page there, at the same port, is the same server's. */
const LOOPBACK_HOSTS: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/** The headers by which a browser says which site a request comes from. */
export interface OriginHeaders {
  readonly origin?: string | undefined;
  readonly "sec-fetch-site"?: string | string[] | undefined;
}

/**
 * Whether a request comes from our own pages: its Origin is that of `publicUrl`, whole, and its Sec-Fetch-Site, where there is
 * one, names no other site. The Host says nothing, since whoever owns a name can have it lead here. A client that sends
 * neither is no browser and carries nobody else's cookies.
 */
export function isOwnOrigin(headers: OriginHeaders, publicUrl: string): boolean {
  const { origin } = headers;
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return false;
  return origin === undefined || ownOrigins(publicUrl).includes(origin);
}

/**
 * Refuses every state-changing request of another site, before its body is read. Whoever shows an API key asks by that alone, which no
 * browser adds by itself.
 */
export function registerOriginCheck(app: FastifyInstance, publicUrl: string): void {
  app.addHook("onRequest", (request: FastifyRequest, _reply, done) => {
    const isSafe = SAFE_METHODS.includes(request.method) || bearerOf(request) !== null;
    if (isSafe || isOwnOrigin(request.headers, publicUrl)) done();
    else done(new AppError("origin-refused"));
  });
}

function ownOrigins(publicUrl: string): readonly string[] {
  const { origin, protocol, hostname, port } = new URL(publicUrl);
  if (!LOOPBACK_HOSTS.includes(hostname)) return [origin];
  return LOOPBACK_HOSTS.map((host) => new URL(`${protocol}//${host}:${port}`).origin);
}
