import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { COMPILED } from "./compiled.ts";

export type Kind = "mongo" | "stellar";

/** What the process is asked; it answers each by its number, which names the server from then on. */
export type Request =
  | { readonly id: number; readonly kind: Kind; readonly flags: readonly string[] }
  | { readonly id: number; readonly kind: "stop"; readonly server: number };

export interface Answer {
  readonly id: number;
  readonly port?: number;
  readonly error?: string;
}

export interface SharedServer {
  readonly port: number;
  stop(): Promise<void>;
}

type Ask = Request extends infer One ? (One extends Request ? Omit<One, "id"> : never) : never;

const SCRIPT = join(import.meta.dirname, "shared-servers.fixture.ts");
/** As `sync-server/child-server.ts` has them. */
const NODE_FLAGS = ["--max-semi-space-size=8", "--heap-growing-percent=20"];

let host: Host | undefined;

/**
 * Starts an embedded server in the one process that a test worker has for all of its own: each is a network or a database
 * of its own over its own folder and port, but what starts a process and warms its code up is done once. The flags are
 * those of its command line.
 */
export async function startShared(kind: Kind, flags: readonly string[]): Promise<SharedServer> {
  if (!host?.isAlive()) host = new Host();
  const { ask } = host;
  const { id, port = 0 } = await ask({ kind, flags });
  return { port, stop: async () => void (await ask({ kind: "stop", server: id })) };
}

class Host {
  readonly #process: ChildProcess;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #lastId = 0;
  #complaints = "";

  constructor() {
    // Once its parent is gone, it ends; a Ctrl-C goes to the parent alone.
    this.#process = fork(SCRIPT, {
      execArgv: NODE_FLAGS,
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      detached: true,
      env: { NODE_COMPILE_CACHE: COMPILED },
    });
    this.#process.stderr?.on("data", (chunk: Buffer) => {
      this.#complaints = (this.#complaints + chunk.toString()).slice(-2000);
    });
    this.#process.on("message", (answer: Answer) => {
      this.#waiting.get(answer.id)?.(answer);
      this.#waiting.delete(answer.id);
    });
    this.#process.once("close", () => {
      for (const [id, tell] of this.#waiting) tell({ id, error: `The servers' process ended. ${this.#complaints}` });
    });
  }

  isAlive(): boolean {
    return this.#process.connected;
  }

  readonly ask = async (request: Ask): Promise<Answer> => {
    this.#lastId += 1;
    const id = this.#lastId;
    const answer = await new Promise<Answer>((resolve, reject) => {
      this.#waiting.set(id, resolve);
      this.#process.send({ ...request, id }, (error) => error && reject(error));
    });
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer;
  };
}
