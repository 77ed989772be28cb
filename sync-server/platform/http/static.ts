import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { SESSION_COOKIE } from "#schemas/auth.ts";
import { DEFAULT_LANGUAGE } from "#schemas/values/languages.ts";
import { patternOf, readAppPaths } from "./app-paths.ts";
import { answerNotFound } from "./errors.ts";
import { allowInline } from "./headers.ts";
import { wantsPage } from "./wants-page.ts";

const YEAR = "public, max-age=31536000, immutable";
/** The build names everything under assets/ by its content, except workbox's own worker files beside it. */
const HASHED = /[/\\]assets[/\\][^/\\]+$/;
/** Such a file that is gone must not come as a page; an asset's own page, /assets/CODE-ISSUER, never has a dot in it. */
const BUILT_FILE = /^\/assets\/.*\./;
/** The page of every address. */
const SHELL = "index.html";
/** The start page with its words in it, for guests; of other languages than English there is `landing.es.html` and so on. */
const LANDING = "landing.html";
const LANDING_IN = /^landing\.(?<language>\w+)\.html$/;
const INLINE_SCRIPT = /<script>([^]*?)<\/script>/g;
const INLINE_STYLE = /<style>([^]*?)<\/style>/g;

/** Answers with a page that was drawn. */
type Answer = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
/** What draws public pages as guests see them. */
export interface DrawnPages {
  /** The page at a path; null where nothing is to be drawn there, or could not be. */
  at(path: string): Promise<Answer | null>;
  /** What is said where there is nothing. */
  missing(path: string): Promise<Answer | null>;
}

/**
 * Serves the built app from `folder` (its precompressed .br and .gz where the browser takes them) and its one page for
 * every address that a person may open, with 404 where the app knows none such; at `/`, and at `/es` and its like, guests get the
 * start page that is read before any script, and is told by `publicUrl` where it is in which language. Where `drawn` is there, guests get every public page as it draws them. What no person opens, or is asked for as JSON, is a JSON 404, and so is all where there is no build. Rejects where only a part of a build is there.
 */
export async function registerStatic(
  app: FastifyInstance,
  folder: string,
  publicUrl: string,
  drawn: DrawnPages | null = null,
): Promise<void> {
  const root = resolve(folder);
  if (!existsSync(join(root, SHELL))) {
    app.setNotFoundHandler(answerNotFound);
    return;
  }
  const landings = (await readdir(root)).flatMap((file) => LANDING_IN.exec(file)?.groups?.["language"] ?? []);
  const files = [SHELL, LANDING, ...landings.map(landingIn)];
  const pages = await Promise.all(files.map((page) => readFile(join(root, page), "utf8")));
  const paths = await readAppPaths(root);
  if (paths === null) throw new Error(`the build in ${root} says nothing of its addresses`);
  const known = paths.map(patternOf);
  const inline = { scripts: hashesOf(pages, INLINE_SCRIPT), styles: hashesOf(pages, INLINE_STYLE) };
  await app.register(fastifyStatic, {
    root,
    preCompressed: true,
    cacheControl: false,
    dotfiles: "ignore",
    // A route for each file that there is: asked by any name, it would read the whole folder for each request.
    wildcard: false,
    index: false,
    setHeaders: (response, path) => {
      if (response.getHeader("cache-control") === undefined)
        response.header("cache-control", HASHED.test(path) ? YEAR : "no-cache");
      if (path.endsWith("sw.js")) response.header("service-worker-allowed", "/");
    },
  });
  // The build's own inline scripts and styles count, and no other.
  app.addHook("onRequest", (_request, reply, done) => {
    const policy = reply.getHeader("content-security-policy");
    if (typeof policy === "string") reply.header("content-security-policy", allowInline(policy, inline));
    done();
  });
  const link = linksTo(publicUrl, landings);
  const serve = async (request: FastifyRequest, reply: FastifyReply, landing: string) => {
    const answer = isGuest(request) ? await drawn?.at(pathOf(request)) : null;
    return answer ? answer(request, reply) : serveStart(request, reply, landing);
  };
  app.get("/", (request, reply) => serve(request, reply.header("link", link), LANDING));
  for (const language of landings)
    app.get(`/${language}`, (request, reply) =>
      serve(request, reply.headers({ link, "content-language": language }), landingIn(language)),
    );
  app.setNotFoundHandler(async (request, reply) => {
    // What is said depends on it: no cache hands one of the two to who asked for the other.
    reply.header("vary", "accept");
    if (!isPageVisit(request)) return answerNotFound(request, reply);
    const path = pathOf(request);
    if (path === PREVIEW) reply.header("x-robots-tag", "noindex, nofollow");
    const written = (await drawn?.at(path)) ?? null;
    const isKnown = written !== null || known.some((each) => each.test(path));
    // Without a session the app has nothing to find out: what it would show is in the page already.
    const answer = isGuest(request) ? (written ?? (isKnown ? null : await drawn?.missing(path))) : null;
    return answer ? answer(request, reply) : reply.code(isKnown ? 200 : 404).sendFile(SHELL);
  });
}

function landingIn(language: string): string {
  return `landing.${language}.html`;
}

/** For robots, who read the languages of a page by whole addresses alone: those in a page that was built know no host. */
function linksTo(publicUrl: string, landings: readonly string[]): string {
  const { origin } = new URL(publicUrl);
  const start = `${origin}/`;
  const places = [
    [DEFAULT_LANGUAGE, start],
    ...landings.map((language) => [language, `${origin}/${language}`]),
    ["x-default", start],
  ];
  return places.map(([language, place]) => `<${place}>; rel="alternate"; hreflang="${language}"`).join(", ");
}

/** Where a link that an operator signed shows a draft: no search engine keeps it. */
const PREVIEW = "/preview";

function isGuest(request: FastifyRequest): boolean {
  return request.cookies[SESSION_COOKIE] === undefined;
}

/** Whoever shows a session, even one that has ended, gets the page without words: the app finds out whose it is. */
function serveStart(request: FastifyRequest, reply: FastifyReply, landing: string): FastifyReply {
  reply.header("vary", "cookie");
  if (isGuest(request)) return reply.sendFile(landing);
  return reply.header("cache-control", "private, no-store").sendFile(SHELL);
}

function isPageVisit(request: FastifyRequest): boolean {
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  const path = pathOf(request);
  // /api itself is a page: the reference of what is below it.
  if (path.startsWith("/api/") || path.startsWith("/socket.io/") || BUILT_FILE.test(path)) return false;
  return wantsPage(request.headers.accept);
}

function pathOf(request: FastifyRequest): string {
  return request.url.split("?")[0] ?? "";
}

function hashesOf(pages: readonly string[], inline: RegExp): string[] {
  const texts = pages.flatMap((page) => [...page.matchAll(inline)].map(([, text = ""]) => text));
  return [...new Set(texts)].map((text) => createHash("sha256").update(text).digest("base64"));
}
