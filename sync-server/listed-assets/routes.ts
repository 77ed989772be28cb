import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance, FastifyReply } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { featuredTokens } from "./featured.ts";
import { listingReader } from "./listing.ts";
import { imagePath, stellarToml } from "./stellar-toml.ts";

const IMAGES = join(import.meta.dirname, "images");
const IMAGE_FILES = ["usdc", "nkdm", "skl"] as const;
const MINUTES_5 = "public, max-age=300";
const DAY = "public, max-age=86400";

/**
 * Serves stellar.toml, where issuers' home domains lead, and the pictures it names, both from any site; and what the operator
 * puts forward.
 */
export async function registerListedAssets(app: FastifyInstance, runtime: Runtime): Promise<void> {
  const { publicUrl, stellar } = runtime.config;
  const listing = listingReader(runtime);
  app.get("/.well-known/stellar.toml", async (_request, reply) => {
    const { assets } = await listing();
    const text = stellarToml({ passphrase: stellar.passphrase, publicUrl, assets });
    return openToAll(reply, MINUTES_5).type("text/plain; charset=utf-8").send(text);
  });
  route(app, ENDPOINTS.featuredTokens, () => featuredTokens(runtime, listing));
  for (const name of IMAGE_FILES) {
    const image = await readFile(join(IMAGES, `${name}.png`));
    app.get(imagePath({ assetCode: name }), (_request, reply) => openToAll(reply, DAY).type("image/png").send(image));
  }
}

function openToAll(reply: FastifyReply, caching: string): FastifyReply {
  return reply.headers({
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
    "cache-control": caching,
  });
}
