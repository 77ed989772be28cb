import { readdir, readFile, readlink } from "node:fs/promises";

/** A port that a process listens on. */
export interface Listener {
  /** As Linux writes it: "0100007F" is 127.0.0.1. */
  readonly address: string;
  readonly port: number;
}

/** What anybody on the machine sees of a process (Linux's /proc). */
export interface SeenProcess {
  readonly pid: number;
  readonly commandLine: string;
  readonly environment: string;
}

/** The process id of the child whose command line contains `text`; throws where there is none. */
export async function childRunning(parentPid: number, text: string): Promise<number> {
  for (const { pid, commandLine } of await childrenOf(parentPid)) if (commandLine.includes(text)) return pid;
  throw new Error(`no child of ${parentPid} runs ${text}`);
}

export async function childrenOf(parentPid: number): Promise<SeenProcess[]> {
  const children: SeenProcess[] = [];
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const status = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    const parent = Number(status.slice(status.lastIndexOf(")") + 2).split(" ")[1]);
    if (parent === parentPid) children.push(await lookAt(Number(name)));
  }
  return children;
}

/** Every process on whose command line `text` stands. */
export async function processesNaming(text: string): Promise<SeenProcess[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const seen = await Promise.all(pids.map(lookAt));
  return seen.filter(({ commandLine }) => commandLine.includes(text));
}

export async function lookAt(pid: number): Promise<SeenProcess> {
  const read = (name: string) => readFile(`/proc/${pid}/${name}`, "utf8").catch(() => "");
  return { pid, commandLine: await read("cmdline"), environment: await read("environ") };
}

/** The TCP ports that the process listens on. */
export async function listenersOf(pid: number): Promise<Listener[]> {
  const handles = await readdir(`/proc/${pid}/fd`);
  const targets = await Promise.all(handles.map((handle) => readlink(`/proc/${pid}/fd/${handle}`).catch(() => "")));
  const sockets = new Set(targets.flatMap((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? []));
  const tables = await Promise.all(["tcp", "tcp6"].map((name) => readFile(`/proc/${pid}/net/${name}`, "utf8")));
  return tables.flatMap((table) =>
    table.split("\n").flatMap((line) => {
      const [, local = "", , state, , , , , , inode = ""] = line.trim().split(/\s+/);
      const [address = "", port = ""] = local.split(":");
      return state === LISTENING && sockets.has(inode) ? [{ address, port: Number.parseInt(port, 16) }] : [];
    }),
  );
}

const LISTENING = "0A";
