import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { io, type Socket } from "socket.io-client";
import * as v from "valibot";
import { PROTOCOL_VERSION } from "#schemas/protocol.ts";
import { eventually } from "#tests/support/app.ts";
import { busyness, median, ratioOf, type Result } from "./results.ts";

const CONSOLES = 20;
const SETTLE_MS = 2000;
const Told = v.object({ url: v.string(), cookie: v.string() });
type Told = v.InferOutput<typeof Told>;

/**
 * What open consoles cost the server, beside as many sockets that look at nothing, in turns. Both hear of the same changes five
 * times a second.
 */
export async function measureOperatorRoom(seconds: number, rounds: number): Promise<Result[]> {
  const child = fork(join(import.meta.dirname, "operator-room-child.ts"));
  try {
    const told = v.parse(Told, await nextMessage(child));
    const none: number[] = [];
    const one: number[] = [];
    const many: number[] = [];
    const messages: number[] = [];
    const bytes: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      none.push((await measure(child, told, { consoles: 0, seconds })).cpuMs);
      one.push((await measure(child, told, { consoles: 1, seconds })).cpuMs);
      const crowd = await measure(child, told, { consoles: CONSOLES, seconds });
      many.push(crowd.cpuMs);
      messages.push(crowd.messages);
      bytes.push(crowd.bytes);
    }
    const note = `${rounds} rounds of ${seconds} s, ${busyness()}`;
    const beside = { unit: "ms a second", other: none, counterpart: "with none open" };
    return [
      ratioOf({ name: "processor with one console open", own: one, ...beside }),
      ratioOf({ name: `processor with ${CONSOLES} consoles open`, own: many, ...beside }),
      { name: "messages to each console, a second", value: median(messages), unit: "", goal: ONE_A_SECOND, note },
      { name: "bytes to each console, a second", value: median(bytes), unit: "bytes", note },
    ];
  } finally {
    child.disconnect();
  }
}

const ONE_A_SECOND = { kind: "at most", value: 1.05 } as const;

/** So many of the sockets watch; processor time, messages and bytes for each second. */
async function measure(
  child: ChildProcess,
  told: Told,
  { consoles, seconds }: { readonly consoles: number; readonly seconds: number },
) {
  const heard = { messages: 0, bytes: 0 };
  const sockets: Socket[] = [];
  for (let number = 0; number < CONSOLES; number += 1) sockets.push(await connect(told, number < consoles));
  for (const socket of sockets) socket.on("overview", (message: unknown) => note(heard, message));
  await delay(SETTLE_MS);
  heard.messages = 0;
  heard.bytes = 0;
  const before = await cpuMs(child);
  const beganMs = performance.now();
  await delay(seconds * 1000);
  const tookSeconds = (performance.now() - beganMs) / 1000;
  const used = (await cpuMs(child)) - before;
  for (const socket of sockets) socket.disconnect();
  await delay(SETTLE_MS / 2);
  const each = Math.max(1, consoles) * tookSeconds;
  return { cpuMs: used / tookSeconds, messages: heard.messages / each, bytes: heard.bytes / each };
}

function note(heard: { messages: number; bytes: number }, message: unknown): void {
  heard.messages += 1;
  heard.bytes += JSON.stringify(message).length;
}

async function connect({ url, cookie }: Told, watches: boolean): Promise<Socket> {
  const socket = io(url, {
    transports: ["websocket"],
    forceNew: true,
    auth: { protocol: PROTOCOL_VERSION, purpose: "console" },
    extraHeaders: { cookie },
  });
  await eventually(() => socket.connected, 30_000);
  if (!watches) return socket;
  const answer: unknown = await socket.timeout(30_000).emitWithAck("watch-overview", {});
  if (typeof answer !== "object" || answer === null || !("sequence" in answer))
    throw new Error(`not watching: ${JSON.stringify(answer)}`);
  return socket;
}

async function cpuMs(child: ChildProcess): Promise<number> {
  const answer = nextMessage(child);
  child.send("cpu");
  return v.parse(v.object({ cpuMs: v.number() }), await answer).cpuMs;
}

function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`the server ended with ${code}`));
    child.once("exit", ended);
    child.once("message", (message) => {
      child.off("exit", ended);
      resolve(message);
    });
  });
}
