import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as v from "valibot";
import type { Endpoint, InputOf, OutputOf, ParamsOf, QueryOf } from "#schemas/endpoints.ts";
import { isText } from "#schemas/endpoints/endpoint.ts";
import { AppError } from "#schemas/errors.ts";
import { admitKey, bearerOf } from "./api-key.ts";
import { parseInput } from "./errors.ts";
import { noteOutcome } from "./outcome.ts";
import { requireConfirmed, requireOperator, requireUser } from "./session.ts";
import type { SessionUser } from "./session-user.ts";

/** One accepted call of an endpoint: everything in it has been checked. `session` is null for an endpoint open to anyone. */
export interface Call<E extends Endpoint> {
  readonly input: InputOf<E>;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly session: E["access"] extends "anyone" ? null : SessionUser;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type FilePart = string | Uint8Array;
const Parts = v.custom<AsyncIterable<FilePart>>((value) => typeof value === "object" && value !== null);
const Nothing = v.optional(v.strictObject({}));
/** The query parameter that every call of the app carries, so that no cache between answers it. It means nothing here. */
const TIMESTAMP = "_t";

const TAG_LENGTH = 27;
/** How long it may take from a call's headers to its body before its access is looked at again. */
const ADMITTED_MS = 1000;
/** What a body may hold where nobody in particular is asked for: names, passwords, the answers of passkeys. */
const ANYONES_BODY_BYTES = 16 * 1024;

/** How an endpoint is served beside what the table says of it. */
interface Serving<E extends Endpoint> {
  /** Lets somebody in beside a session or a key: throws for whoever may not call it, before anything of the body is read. */
  readonly admit?: (request: FastifyRequest) => Promise<void>;
  /** Names what is answered: whoever has that already is told so, and nothing more. Any text that no other answer has. */
  readonly tag?: (call: Call<E>) => Promise<string>;
  /** How caches may keep the answer, where it may be kept at all. */
  readonly caching?: string;
}

/**
 * Serves an endpoint of the table: access first, before anything of the body is read, then input, then the handler; the answer leaves in the output schema's
 * shape or not at all.
 */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: Call<E>) => Promise<OutputOf<E>> | OutputOf<E>,
  { admit: admitToo, tag, caching }: Serving<E> = {},
): void {
  const status = endpoint.status ?? 200;
  const bodyBytes = endpoint.bodyBytes ?? (endpoint.access === "anyone" ? ANYONES_BODY_BYTES : undefined);
  const admitted = new WeakMap<FastifyRequest, SessionUser | null>();
  servedBy(app, endpoint, (server) =>
    server.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { isPolled: endpoint.isPolled ?? false },
      ...(bodyBytes !== undefined && { bodyLimit: bodyBytes }),
      onRequest: async (request) => {
        const session = await admit(endpoint, request);
        await admitToo?.(request);
        admitted.set(request, session);
      },
      handler: async (request, reply) => {
        const admittedAs = admitted.get(request);
        if (admittedAs === undefined) throw new Error(`${endpoint.path} was reached past its access`);
        // A body may take its time, and the session have ended meanwhile.
        const session = reply.elapsedTime > ADMITTED_MS ? await admit(endpoint, request) : admittedAs;
        const call = {
          input: endpoint.input ? parseInput(endpoint.input, request.body) : ignoreEmpty(request.body),
          params: endpoint.params && parseInput(endpoint.params, request.params),
          query: endpoint.query && parseInput(endpoint.query, withoutTimestamp(request.query)),
          session,
          request,
          reply,
        };
        // The table's own schemas produced these values, which the compiler cannot follow through a generic endpoint.
        const accepted = call as Call<E>;
        if (tag && isKnown(request, reply, await tag(accepted))) return reply.code(304).send();
        const answer = await handler(accepted);
        reply.code(status);
        if (caching !== undefined) reply.header("cache-control", caching);
        const shaped = shape(endpoint, answer);
        if (endpoint.media === undefined) return shaped;
        return sendParts(reply, endpoint.media, whileAdmitted(endpoint, request, v.parse(Parts, shaped)), caching);
      },
    }),
  );
}

/** Names the answer, and says whether whoever asks has it already. */
function isKnown(request: FastifyRequest, reply: FastifyReply, tag: string): boolean {
  const etag = `"${createHash("sha256").update(tag).digest("base64url").slice(0, TAG_LENGTH)}"`;
  reply.headers({ etag, "cache-control": "no-cache" });
  // A proxy that compresses what it passes on makes a tag weak.
  return (request.headers["if-none-match"] ?? "").replace(/^W\//, "") === etag;
}

/** Bodies of bytes are read by the endpoints that take them, and by those alone; they read nothing else. */
function servedBy(app: FastifyInstance, { bodyMedia }: Endpoint, serve: (server: FastifyInstance) => void): void {
  if (bodyMedia === undefined) return serve(app);
  void app.register((server, _options, done) => {
    server.removeAllContentTypeParsers();
    server.addContentTypeParser(bodyMedia, { parseAs: "buffer" }, (_request, body, parsed) => parsed(null, body));
    serve(server);
    done();
  });
}

/**
 * The parts for as long as whoever asked may read them: it is asked before each of them, so that none leaves once a role or a session
 * has ended, or what an operator takes along once they are frozen. The answer breaks off then, and is whole for nobody.
 */
async function* whileAdmitted(
  endpoint: Endpoint,
  request: FastifyRequest,
  parts: AsyncIterable<FilePart>,
): AsyncGenerator<FilePart> {
  for await (const part of parts) {
    try {
      await readmit(endpoint, request);
    } catch (error) {
      if (error instanceof AppError) noteOutcome(request, { code: error.code });
      throw error;
    }
    yield part;
  }
}

/** Like {@link admit}, of who was let in before: that they confirmed it need not last for as long as they read. */
async function readmit(endpoint: Endpoint, request: FastifyRequest): Promise<void> {
  if (endpoint.access !== "operator") return void (await admit(endpoint, request));
  const { userId } = await requireOperator(request, endpoint.permission);
  if (await request.server.isFrozen?.(userId)) throw new AppError("operator-frozen");
}

/** Sends a file while it is made: no faster than it is read, and no more of it once nobody reads. */
function sendParts(
  reply: FastifyReply,
  media: NonNullable<Endpoint["media"]>,
  parts: AsyncIterable<FilePart>,
  caching = "no-store",
): FastifyReply {
  return reply
    .type(isText(media) ? `${media}; charset=utf-8` : media)
    .header("cache-control", caching)
    .send(Readable.from(parts));
}

/** An answer that does not fit is told by its field: its values may be secrets, and what is thrown is logged. */
function shape({ path, output }: Endpoint, answer: unknown): unknown {
  const shaped = v.safeParse(output, answer);
  if (shaped.success) return shaped.output;
  throw new Error(`the answer of ${path} does not fit its schema at ${v.getDotPath(shaped.issues[0]) ?? "the top"}`);
}

/** The one place that lets anybody in. */
async function admit(endpoint: Endpoint, request: FastifyRequest): Promise<SessionUser | null> {
  return bearerOf(request) === null ? admitSession(endpoint, request) : admitKey(endpoint, request);
}

async function admitSession(endpoint: Endpoint, request: FastifyRequest): Promise<SessionUser | null> {
  switch (endpoint.access) {
    case "anyone":
      return null;
    case "user":
      return requireUser(request);
    case "admin":
      return requireOperator(request, endpoint.permission);
    case "confirmed":
      return requireConfirmed(request, await requireUser(request));
    case "operator":
      return requireConfirmed(request, await requireOperator(request, endpoint.permission));
  }
}

function withoutTimestamp(query: unknown): unknown {
  if (typeof query !== "object" || query === null) return query;
  return Object.fromEntries(Object.entries(query).filter(([name]) => name !== TIMESTAMP));
}

function ignoreEmpty(body: unknown): undefined {
  parseInput(Nothing, body ?? undefined);
  return undefined;
}
