import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { answerNotFound } from "./errors.ts";

const YEAR = "public, max-age=31536000, immutable";
/** The build names everything under assets/ by its content, except workbox's own worker files beside it. */
const HASHED = /[/\\]assets[/\\][^/\\]+$/;
/** Such a file that is gone must not come as a page; an asset's own page, /assets/CODE-ISSUER, never has a dot in it. */
const BUILT_FILE = /^\/assets\/.*\./;

/**
 * Serves the built app from `folder` (its precompressed .br and .gz where the browser takes them) and its one page for
 * every address that a person may open. Other addresses are JSON 404s, and so is all where there is no build.
 */
export async function registerStatic(app: FastifyInstance, folder: string): Promise<void> {
  const root = resolve(folder);
  if (!existsSync(join(root, "index.html"))) {
    app.setNotFoundHandler(answerNotFound);
    return;
  }
  await app.register(fastifyStatic, {
    root,
    preCompressed: true,
    cacheControl: false,
    dotfiles: "ignore",
    setHeaders: (response, path) => {
      response.header("cache-control", HASHED.test(path) ? YEAR : "no-cache");
      if (path.endsWith("sw.js")) response.header("service-worker-allowed", "/");
    },
  });
  app.setNotFoundHandler((request, reply) =>
    isPageVisit(request) ? servePage(reply) : answerNotFound(request, reply),
  );
}

function isPageVisit(request: FastifyRequest): boolean {
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  const [path = ""] = request.url.split("?");
  // /api itself is a page: the reference of what is below it.
  if (path.startsWith("/api/") || path.startsWith("/socket.io/") || BUILT_FILE.test(path)) return false;
  return (request.headers.accept ?? "").includes("text/html");
}

function servePage(reply: FastifyReply): FastifyReply {
  return reply.code(200).sendFile("index.html");
}
