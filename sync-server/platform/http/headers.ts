import type { FastifyInstance } from "fastify";
import type { Config } from "#server/config.ts";

const OWN_SCRIPTS = "script-src 'self'";
const OWN_STYLES = "style-src 'self'";

/** What the build's own pages have inline, given by the SHA-256 of its text in base64. */
export interface InlineHashes {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** A page's policy that allows these inline scripts and styles, too. */
export function allowInline(policy: string, { scripts, styles }: InlineHashes): string {
  return policy
    .replace(OWN_SCRIPTS, sourcesOf(OWN_SCRIPTS, scripts))
    .replace(OWN_STYLES, sourcesOf(OWN_STYLES, styles));
}

function sourcesOf(directive: string, hashes: readonly string[]): string {
  return [directive, ...hashes.map((hash) => `'sha256-${hash}'`)].join(" ");
}

/** The headers of pages and their files, and those of the API. */
interface SecurityHeaders {
  readonly page: Readonly<Record<string, string>>;
  readonly data: Readonly<Record<string, string>>;
}

/**
 * Security headers of every answer: pages may load and reach this site only, and have no inline script or style. Styles that
 * scripts set on an element, or make as a sheet, are none (`pwa/ui/style-singleton.ts`).
 */
export function securityHeaders(config: Config): SecurityHeaders {
  const socketOrigin = config.publicUrl.replace(/^http/, "ws");
  const page: Record<string, string> = {
    "content-security-policy": [
      "default-src 'none'",
      OWN_SCRIPTS,
      OWN_STYLES,
      "img-src 'self' data: blob:",
      "font-src 'self'",
      "media-src 'self' blob:",
      `connect-src 'self' ${socketOrigin}`,
      "worker-src 'self'",
      "manifest-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join("; "),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(self), microphone=(), geolocation=(), payment=()",
  };
  const data: Record<string, string> = {
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
  };
  if (config.publicUrl.startsWith("https:")) {
    const lasting = "max-age=31536000; includeSubDomains";
    page["strict-transport-security"] = lasting;
    data["strict-transport-security"] = lasting;
  }
  return { page, data };
}

/** Gives every answer of a route, and of none, its headers. */
export function registerSecurityHeaders(app: FastifyInstance, { page, data }: SecurityHeaders): void {
  app.addHook("onRequest", (request, reply, done) => {
    // By the route: its address can be written in other ways, `/%61pi/` among them.
    const isData = request.url.startsWith("/api/") || request.routeOptions.url?.startsWith("/api/") === true;
    reply.headers(isData ? data : page);
    done();
  });
}
