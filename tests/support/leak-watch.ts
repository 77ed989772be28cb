import { readdir, readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import { SYNC_COLLECTIONS } from "#schemas/protocol.ts";
import { isDatabaseAway } from "#server/platform/db/database.ts";
import { createLog } from "#server/platform/http/log.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { type Holder, KnownSecrets, type SecretKind, type Surface } from "./known-secrets.ts";
import { API_KEY_LOOKS, secretsByLooks } from "./secret-looks.ts";

/** Listens to everything that leaves a test's app, so that no test at all passes while a secret gets out. */
export interface LeakWatch {
  /** A log that is listened to and shown to nobody. */
  readonly log: Runtime["log"];
  /** Listens to the app's answers, injected or over the wire. */
  listenTo(server: FastifyInstance): void;
  /** Throws where a secret was heard; it is not repeated. To be asked while the database still answers. */
  check(app: Holder): Promise<void>;
}

/** Kinds of secrets that nobody is shown, but by the one answer that makes them. */
const NEVER_SHOWN: readonly SecretKind[] = [
  "wallet seed",
  "password hash",
  "second factor's seed",
  "key of the server",
  "webhook secret",
];
const SHOW_KEYS = ["POST /api/api-keys", "POST /api/admin/api-keys"];
const SHOWN_BY: Partial<Record<SecretKind, string>> = {
  "second factor's seed": "POST /api/two-factor/begin",
  "webhook secret": "PUT /api/admin/monitoring/webhook",
};
/** What is kept to be searched at the end; of what comes beyond, only what looks like a secret is noticed. */
const MOST_KEPT_CHARACTERS = 30_000_000;

export function openLeakWatch(): LeakWatch {
  const kept: Surface[] = [];
  const noticed = new Set<string>();
  let characters = 0;

  function hear(where: string, text: string): void {
    for (const kind of secretsByLooks(text))
      if (kind !== API_KEY_LOOKS || !SHOW_KEYS.includes(where)) noticed.add(`${where}: ${kind}`);
    characters += text.length;
    if (characters <= MOST_KEPT_CHARACTERS) kept.push({ where, text });
  }

  function listenTo(server: FastifyInstance): void {
    server.server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
      const where = placeOf(request.method, request.url);
      listenToBody(response, (text) => hear(where, text));
    });
    server.inject = new Proxy(server.inject, {
      apply: (inject, _self, parameters: unknown[]) => {
        const answer: unknown = Reflect.apply(inject, server, parameters);
        if (isThenable(answer)) listenToAnswer(answer, (text) => hear(placeOfInjected(parameters[0]), text));
        return answer;
      },
    });
  }

  async function check(app: Holder): Promise<void> {
    const secrets = new KnownSecrets();
    try {
      await secrets.collect(app, { skipsUnreadable: true });
      for (const collection of SYNC_COLLECTIONS)
        for (const document of await app.database.collection(collection).find({}, { limit: 2000 }).toArray())
          hear(`a row of ${collection}`, JSON.stringify(document));
    } catch (error) {
      // Some tests end with their database gone; what looks like a secret was noticed all the same.
      if (!isDatabaseAway(error)) throw error;
    }
    for (const mail of await mailsOf(app)) hear("a mail", mail);
    const isMeant = ({ where, kind }: { where: string; kind: SecretKind }) =>
      !NEVER_SHOWN.includes(kind) || SHOWN_BY[kind] === where;
    const found = secrets.findIn(kept).filter((leak) => !isMeant(leak));
    const leaks = [...noticed, ...found.map(({ where, kind }) => `${where}: a ${kind}`)];
    if (leaks.length > 0) throw new Error(`secrets left the app: ${leaks.join("; ")}`);
  }

  return { log: createLog("info", { write: (line) => hear("the log", line) }), listenTo, check };
}

function placeOf(method: string | undefined, url: string | undefined): string {
  return `${(method ?? "GET").toUpperCase()} ${(url ?? "").split("?")[0]}`;
}

function placeOfInjected(asked: unknown): string {
  if (typeof asked !== "object" || asked === null) return "an answer";
  const { method, url } = { method: "GET", url: "", ...asked };
  return placeOf(method, url);
}

/** Hears the texts that are written to a response; what goes out compressed holds the same as what does not. */
function listenToBody(response: ServerResponse, hear: (text: string) => void): void {
  const listening = <Write extends typeof response.write | typeof response.end>(write: Write): Write =>
    new Proxy(write, {
      apply: (own, _self, parameters: unknown[]) => {
        const [part] = parameters;
        if (typeof part === "string") hear(part);
        else if (Buffer.isBuffer(part) && response.getHeader("content-encoding") === undefined) hear(part.toString());
        return Reflect.apply(own, response, parameters);
      },
    });
  response.write = listening(response.write);
  response.end = listening(response.end);
}

interface Thenable {
  then: (...parameters: never[]) => unknown;
}

function isThenable(answer: unknown): answer is Thenable {
  return typeof answer === "object" && answer !== null && "then" in answer && typeof answer.then === "function";
}

/** An injected request begins when its answer is waited for: listening must not be what begins it. */
function listenToAnswer(answer: Thenable, hear: (text: string) => void): void {
  // oxlint-disable-next-line unicorn/no-thenable -- it has one already, which is only listened to.
  answer.then = new Proxy(answer.then, {
    apply: (own, self, parameters: unknown[]) => {
      const [then, ...others] = parameters;
      const heard = (response: LightMyRequestResponse) => {
        hear(`${JSON.stringify({ ...response.headers, "set-cookie": null })}\n${response.body}`);
        return typeof then === "function" ? Reflect.apply(then, undefined, [response]) : response;
      };
      return Reflect.apply(own, self, [heard, ...others]);
    },
  });
}

async function mailsOf({ config }: Pick<Holder, "config">): Promise<string[]> {
  const folder = join(config.dataDir, "outbox");
  const names = (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith("."));
  return Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
}
