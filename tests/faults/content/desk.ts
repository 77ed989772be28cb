import type { Content } from "#schemas/content/items.ts";
import { OPERATOR, PASSWORD } from "#tests/faults/money/credentials.ts";
import type { Stack } from "#tests/faults/money/stack.ts";
import { eventually } from "#tests/support/app.ts";

const ANSWER_MS = 8000;
const SETUP_MS = 240_000;
const DESK = "/api/admin/content";

/** What a server answered; null where it did not, or said that it could not. */
export interface Answer {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- looked at by tests alone
  readonly body: any;
}

/** An operator at one of the servers, in a tab of their own. */
export class FuzzDesk {
  /** What this tab last saw, and goes on from. */
  revision = 0;
  baseVersion = 0;
  readonly #publicUrl: string;
  readonly #serverUrl: string;
  #cookie = "";

  constructor({ publicUrl }: Pick<Stack, "publicUrl">, serverUrl: string) {
    this.#publicUrl = publicUrl;
    this.#serverUrl = serverUrl;
  }

  /** Signs in, confirmed for the next minutes. */
  async signIn(): Promise<void> {
    await eventually(async () => {
      const input = { username: OPERATOR, password: PASSWORD };
      if ((await this.#ask("POST", "/api/login", input))?.status !== 200) return false;
      return (await this.#ask("POST", "/api/confirm-identity", { password: PASSWORD }))?.status === 200;
    }, SETUP_MS);
  }

  /** Looks at what is there by now, as somebody who opens the editor. */
  async look(key: string): Promise<void> {
    const answer = await this.#ask("GET", `${DESK}/item?kind=page&key=${key}`);
    if (answer?.status !== 200) return;
    this.revision = answer.body.draft?.revision ?? 0;
    this.baseVersion = answer.body.published?.version ?? 0;
  }

  async save(key: string, content: Content): Promise<Answer | null> {
    const { revision, baseVersion } = this;
    const answer = await this.#ask("PUT", `${DESK}/draft`, { kind: "page", key, revision, baseVersion, content });
    if (answer?.status === 200) this.revision = answer.body.revision;
    return answer;
  }

  act(path: "publish" | "restore" | "schedule" | "discard", key: string, more: object = {}): Promise<Answer | null> {
    const { revision } = this;
    return this.#ask("POST", `${DESK}/${path}`, { kind: "page", key, revision, reason: "fuzz", ...more });
  }

  /** What everybody may read; null where nobody answers. */
  read(key: string): Promise<Answer | null> {
    return this.#ask("GET", `/api/content/page?page=${key}&language=en`);
  }

  async #ask(method: "GET" | "POST" | "PUT", path: string, body?: object): Promise<Answer | null> {
    try {
      const response = await fetch(this.#serverUrl + path, {
        method,
        headers: {
          origin: this.#publicUrl,
          cookie: this.#cookie,
          ...(body && { "content-type": "application/json" }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      const set = response.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
      if (set.length > 0) this.#cookie = set.join("; ");
      if (response.status >= 500 || response.status === 429) return null;
      return { status: response.status, body: await response.json() };
    } catch {
      return null;
    }
  }
}
