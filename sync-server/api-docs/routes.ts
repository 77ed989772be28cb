import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { openApiDocument } from "#server/platform/http/openapi.ts";
import { route } from "#server/platform/http/route.ts";
import { ABOUT_API } from "./about-api.ts";
import { asyncApiDocument } from "./asyncapi.ts";
import { ENDPOINT_DOCS } from "./endpoint-docs.ts";
import { exampleFacts, exampleOf } from "./examples-of.ts";
import { API_GROUPS } from "./groups.ts";

const DESCRIPTION = { docs: ENDPOINT_DOCS, groups: API_GROUPS, about: ABOUT_API, exampleOf, exampleFacts };

/**
 * Serves what programs and readers are told of the API and of the socket. Both are made when the first asks, and once: most processes
 * are never asked. They are large, and full of the same words: they leave packed.
 */
export function registerApiDocs(app: FastifyInstance, publicUrl: string): void {
  const openApi = once(() => openApiDocument(ENDPOINTS, DESCRIPTION, publicUrl));
  const asyncApi = once(async () => asyncApiDocument(publicUrl));
  void app.register((server, _options, done) => {
    const packed = new Map<string, Promise<Buffer>>();
    server.addHook("onSend", async (request, reply, payload) => {
      const packing = packingOf(request.headers["accept-encoding"]);
      reply.header("vary", "accept-encoding");
      if (packing === null || typeof payload !== "string" || reply.statusCode !== 200) return payload;
      const key = `${packing} ${request.routeOptions.url}`;
      const packs = packed.get(key) ?? PACKERS[packing](payload);
      packed.set(key, packs);
      reply.header("content-encoding", packing).removeHeader("content-length");
      return packs;
    });
    route(server, ENDPOINTS.openapi, openApi);
    route(server, ENDPOINTS.asyncapi, asyncApi);
    done();
  });
}

type Packing = "br" | "gzip";

/** The best pack is a second's work; this one is a tenth larger. */
const BROTLI_QUALITY = 6;
const PACKERS: Readonly<Record<Packing, (text: string) => Promise<Buffer>>> = {
  br: (text) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (text) => promisify(gzip)(text),
};

function packingOf(accepted: string | string[] | undefined): Packing | null {
  const names = String(accepted ?? "")
    .split(",")
    .map((part) => part.split(";")[0]?.trim());
  return names.includes("br") ? "br" : names.includes("gzip") ? "gzip" : null;
}

/** Made at the first asking; anew where that failed. */
function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | null = null;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
}
