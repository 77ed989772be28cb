import { createHash } from "node:crypto";
import { MessagePort, workerData } from "node:worker_threads";
import { getQuickJS } from "quickjs-emscripten";
import type { QuickJSContext, QuickJSHandle, QuickJSRuntime } from "quickjs-emscripten";
import { PRELUDE } from "./script-prelude.ts";

/** One script at a time: `program` names a sandbox of its own, so that scripts of one command see no other's. */
export type ScriptCall = {
  program: number;
  source: string;
  args: string;
  asSelf: boolean;
  limitMs: number;
};

export type ScriptReply = { result: string } | { error: string };

const MEMORY_BYTES = 64 * 1024 * 1024;
const STACK_BYTES = 256 * 1024;
const KEPT_PROGRAMS = 16;

type Sandbox = { runtime: QuickJSRuntime; context: QuickJSContext; invoke: QuickJSHandle };

const engine = await getQuickJS();
const sandboxes = new Map<number, Sandbox>();
let deadline = 0;

function sandboxOf(program: number): Sandbox {
  const known = sandboxes.get(program);
  if (known !== undefined) return known;
  const runtime = engine.newRuntime();
  runtime.setMemoryLimit(MEMORY_BYTES);
  runtime.setMaxStackSize(STACK_BYTES);
  runtime.setInterruptHandler(() => performance.now() > deadline);
  const context = runtime.newContext();
  const digest = context.newFunction("hex_md5", (text) =>
    context.newString(createHash("md5").update(context.getString(text)).digest("hex")),
  );
  context.setProp(context.global, "hex_md5", digest);
  digest.dispose();
  const sandbox = { runtime, context, invoke: context.unwrapResult(context.evalCode(PRELUDE)) };
  sandboxes.set(program, sandbox);
  const [oldest] = sandboxes.keys();
  if (sandboxes.size > KEPT_PROGRAMS && oldest !== undefined) drop(oldest);
  return sandbox;
}

function drop(program: number): void {
  const sandbox = sandboxes.get(program);
  sandboxes.delete(program);
  sandbox?.invoke.dispose();
  sandbox?.context.dispose();
  sandbox?.runtime.dispose();
}

function run({ program, source, args, asSelf, limitMs }: ScriptCall): ScriptReply {
  deadline = performance.now() + limitMs;
  const { context, invoke } = sandboxOf(program);
  const given = [context.newString(source), context.newString(args), asSelf ? context.true : context.false];
  const outcome = context.callFunction(invoke, context.undefined, ...given);
  for (const handle of given) handle.dispose();
  if (outcome.error !== undefined) {
    const error = outcome.error.consume((handle): unknown => context.dump(handle));
    return { error: describe(error) };
  }
  return { result: outcome.value.consume((handle) => context.getString(handle)) };
}

function describe(error: unknown): string {
  if (typeof error !== "object" || error === null) return `uncaught exception: ${String(error)}`;
  const name = "name" in error ? String(error.name) : "Error";
  return `${name}: ${"message" in error ? String(error.message) : ""}`;
}

const { flag, port } = workerData;
if (!(port instanceof MessagePort) || !(flag instanceof Int32Array))
  throw new Error("runs as a worker of script.ts only");

function answer(reply: ScriptReply): void {
  port.postMessage(reply);
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
}

port.on("message", (call: ScriptCall) => {
  try {
    answer(run(call));
  } catch (error) {
    // Whatever broke the sandbox itself: the next call of this program starts with a new one.
    sandboxes.delete(call.program);
    answer({ error: describe(error) });
  }
});

answer({ result: "null" });
