import type { Json } from "./json.ts";

/** What a server said to one request; a body that is no JSON is kept as text. */
export type Answer = { readonly status: number; readonly type: string | null; readonly body: Json };
export type RpcAnswer = { readonly status: number; readonly body: Json };

/** The three servers of one network. */
export class Client {
  readonly #horizon: string;
  readonly #rpc: string;
  readonly #friendbot: string;

  constructor(horizon: string, rpc: string, friendbot: string) {
    this.#horizon = horizon;
    this.#rpc = rpc;
    this.#friendbot = friendbot;
  }

  async get(path: string): Promise<Answer> {
    return answerOf(await fetch(this.#horizon + path, { redirect: "manual", headers: ACCEPT }));
  }

  async post(path: string, form: Readonly<Record<string, string>>): Promise<Answer> {
    const body = new URLSearchParams(form);
    return answerOf(await fetch(this.#horizon + path, { method: "POST", redirect: "manual", headers: ACCEPT, body }));
  }

  async call(method: string, params?: object): Promise<RpcAnswer> {
    const response = await fetch(this.#rpc, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    return { status: response.status, body: parsed(await response.text()) };
  }

  async friendbot(address: string): Promise<RpcAnswer> {
    const response = await fetch(`${this.#friendbot}?addr=${address}`);
    return { status: response.status, body: parsed(await response.text()) };
  }

  /** The first frames of a stream, and which lines each of them has. */
  async stream(path: string, frames: number): Promise<Json> {
    const stop = new AbortController();
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(STREAM_TIMEOUT_MS)]);
    const response = await fetch(this.#horizon + path, { headers: { accept: "text/event-stream" }, signal });
    let text = "";
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString("utf8");
      if (text.split("\n\n").length > frames) break;
    }
    stop.abort();
    const seen = text.split("\n\n").slice(0, frames);
    return {
      type: response.headers.get("content-type"),
      frames: seen.map((frame) => frame.split("\n").map(fieldOf).join(",")),
      first: seen.slice(0, 2),
    };
  }
}

const ACCEPT = { accept: "application/json" };
const STREAM_TIMEOUT_MS = 4_000;

async function answerOf(response: Response): Promise<Answer> {
  return {
    status: response.status,
    type: response.headers.get("content-type"),
    body: parsed(await response.text()),
  };
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function fieldOf(line: string): string {
  return line.split(":")[0] ?? "";
}
