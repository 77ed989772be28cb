import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "#schemas/errors.ts";

const SAFE_METHODS: readonly string[] = ["GET", "HEAD", "OPTIONS"];

/** The headers by which a browser says which site a request comes from. */
export interface OriginHeaders {
  readonly origin?: string | undefined;
  readonly host?: string | undefined;
  readonly "sec-fetch-site"?: string | string[] | undefined;
}

/**
 * Whether a request comes from our own pages: its Origin is `publicUrl` or the host it was sent to. Without an Origin,
 * Sec-Fetch-Site decides; a client that sends neither is no browser and carries nobody else's cookies.
 */
export function isOwnOrigin(headers: OriginHeaders, publicUrl: string): boolean {
  const { origin, host } = headers;
  if (origin === undefined) {
    const site = headers["sec-fetch-site"];
    return site === undefined || site === "same-origin" || site === "none";
  }
  const parsed = URL.parse(origin);
  if (!parsed || !["http:", "https:"].includes(parsed.protocol)) return false;
  return parsed.origin === new URL(publicUrl).origin || parsed.host === host;
}

/** Refuses every state-changing request of another site, before its body is read. */
export function registerOriginCheck(app: FastifyInstance, publicUrl: string): void {
  app.addHook("onRequest", (request: FastifyRequest, _reply, done) => {
    if (SAFE_METHODS.includes(request.method) || isOwnOrigin(request.headers, publicUrl)) done();
    else done(new AppError("origin-refused"));
  });
}
