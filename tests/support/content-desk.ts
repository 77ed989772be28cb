import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Content } from "#schemas/content/items.ts";
import { startTestApp, type TestApp } from "./app.ts";
import type { TestUser } from "./builders.ts";
import { aConfirmedAdmin, askAs } from "./operators.ts";

/** An operator at the desk where content is written. */
export class ContentDesk {
  readonly #app: TestApp;
  readonly #who: Pick<TestUser, "cookie">;

  constructor(app: TestApp, who: Pick<TestUser, "cookie">) {
    this.#app = app;
    this.#who = who;
  }

  ask(method: "GET" | "POST" | "PUT", path: string, payload?: object) {
    return askAs(this.#app, this.#who, method, `/api/admin/content${path}`, payload);
  }

  async item(kind: string, key: string) {
    return (await this.ask("GET", `/item?kind=${kind}&key=${encodeURIComponent(key)}`)).body;
  }

  /** Saves in the place of what is drafted by now. */
  async save(key: string, content: Content) {
    const { kind } = content;
    const { draft, published } = await this.item(kind, key);
    const from = { revision: draft?.revision ?? 0, baseVersion: published?.version ?? 0 };
    return this.ask("PUT", "/draft", { kind, key, ...from, content });
  }

  /** Any act on the draft that there is by now. */
  async act(path: string, kind: string, key: string, more: object = {}) {
    const { draft } = await this.item(kind, key);
    return this.ask("POST", path, { kind, key, revision: draft?.revision ?? 0, reason: "for the test", ...more });
  }

  /** Saves and publishes; throws where either is refused. */
  async publish(key: string, content: Content): Promise<number> {
    const saved = await this.save(key, content);
    if (saved.status !== 200) throw new Error(JSON.stringify(saved.body));
    const done = await this.act("/publish", content.kind, key);
    if (done.status !== 200) throw new Error(JSON.stringify(done.body));
    return done.body.published.version;
  }
}

/** What anybody is answered. */
export async function readContent(
  { server }: Pick<TestApp, "server">,
  path: string,
  headers: Record<string, string> = {},
) {
  const response = await server.inject({ method: "GET", url: `/api/content${path}`, headers });
  return {
    status: response.statusCode,
    headers: response.headers,
    body: response.body === "" ? null : response.json(),
  };
}

/** Addresses of the app's own, beside which operators' pages stand. */
const PATHS = ["/", "/dashboard", "/assets/$asset", "/help", "/documentation/$page", "/es/about", "/api", "/$page"];

/** An app that knows its own screens, and two editors at their desks. */
export interface ContentScene {
  readonly app: TestApp;
  readonly editor: TestUser;
  readonly first: ContentDesk;
  readonly second: ContentDesk;
  stop(): Promise<void>;
}

export async function startContentScene(): Promise<ContentScene> {
  const folder = await mkdtemp(join(tmpdir(), "astrolabe-pwa-"));
  for (const page of ["index.html", "landing.html"])
    await writeFile(join(folder, page), "<!doctype html><title>Astrolabe</title>");
  await writeFile(join(folder, "paths.json"), JSON.stringify(PATHS));
  const app = await startTestApp({ pwaFolder: folder });
  const editor = await aConfirmedAdmin(app, ["editor"]);
  return {
    app,
    editor,
    first: new ContentDesk(app, editor),
    second: new ContentDesk(app, await aConfirmedAdmin(app, ["editor"])),
    async stop() {
      await app.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
