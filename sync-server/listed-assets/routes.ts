import type { FastifyInstance, FastifyReply } from "fastify";
import * as v from "valibot";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { AppError } from "#schemas/errors.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { featuredTokens } from "./featured.ts";
import type { Listing } from "./listing.ts";
import { readKept } from "./pictures.ts";
import { stellarToml } from "./stellar-toml.ts";

const MINUTES_5 = "public, max-age=300";
const DAY = "public, max-age=86400";
const PictureParams = v.object({ name: v.string() });

/**
 * Serves stellar.toml, where issuers' home domains lead, and the assets' pictures, both from any site; and what the operator
 * puts forward.
 */
export function registerListedAssets(app: FastifyInstance, runtime: Runtime, listing: () => Promise<Listing>): void {
  const { publicUrl, stellar } = runtime.config;
  app.get("/.well-known/stellar.toml", async (_request, reply) => {
    const { assets } = await listing();
    const text = stellarToml({ passphrase: stellar.passphrase, publicUrl, assets });
    return openToAll(reply, MINUTES_5).type("text/plain; charset=utf-8").send(text);
  });
  route(app, ENDPOINTS.featuredTokens, () => featuredTokens(runtime, listing));
  app.get("/asset-images/:name.png", async (request, reply) => {
    const png = await readKept(runtime, v.parse(PictureParams, request.params).name);
    if (!png) throw new AppError("not-found");
    return openToAll(reply, DAY).type("image/png").send(png);
  });
}

function openToAll(reply: FastifyReply, caching: string): FastifyReply {
  return reply.headers({
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
    "cache-control": caching,
  });
}
