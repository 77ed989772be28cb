import { MessageChannel, Worker, receiveMessageOnPort } from "node:worker_threads";
import type { MessagePort } from "node:worker_threads";
import { Code, isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import { isTruthy } from "#server/embedded/mongo/query/coerce.ts";
import { constantOf } from "./constant.ts";
import { fail, shownType } from "./expression.ts";
import type { Operators } from "./expression.ts";
import { hear, tell } from "./script-values.ts";
import type { Told } from "./script-values.ts";
import type { ScriptCall, ScriptReply } from "./script-worker.ts";

/** How long one call may run before it is interrupted, and before its worker is given up. */
const LIMIT_MS = 2000;
const GIVEN_UP_MS = 4000;
const START_MS = 30_000;

/**
 * A worker that runs scripts in a JavaScript engine compiled to WebAssembly: a script sees its arguments and nothing of
 * this process. Calls wait for their answer, as expressions do; the server does nothing else meanwhile.
 */
type Engine = { worker: Worker; port: MessagePort; flag: Int32Array<SharedArrayBuffer> };

let engine: Engine | undefined;
let programs = 0;

function startEngine(): Engine {
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(new URL("./script-worker.ts", import.meta.url), {
    workerData: { flag, port: port2 },
    transferList: [port2],
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 128, stackSizeMb: 8 },
  });
  worker.unref();
  port1.unref();
  const started = { worker, port: port1, flag };
  const greeting = answerOf(started, START_MS);
  if (greeting === undefined || "error" in greeting) throw failure("the script engine did not start");
  return started;
}

/** Undefined when no answer came in time; the worker is gone then. */
function answerOf(from: Engine, limitMs: number): ScriptReply | undefined {
  Atomics.wait(from.flag, 0, 0, limitMs);
  const reply: { message: ScriptReply } | undefined = receiveMessageOnPort(from.port);
  if (reply === undefined) {
    engine = undefined;
    void from.worker.terminate();
    return undefined;
  }
  Atomics.store(from.flag, 0, 0);
  return reply.message;
}

function failure(message: string): MongoError {
  return new MongoError("JSInterpreterFailure", message);
}

/** A function in JavaScript, called with values; `asSelf` makes its one argument `this` and `obj`. */
export type Script = (source: string, args: readonly (Value | undefined)[], asSelf?: boolean) => Value;

/** Scripts that share their globals with each other and with nothing else. */
export function newProgram(): Script {
  programs += 1;
  const program = programs;
  return (source, args, asSelf = false) => {
    engine ??= startEngine();
    const call: ScriptCall = { program, source, args: JSON.stringify(args.map(tell)), asSelf, limitMs: LIMIT_MS };
    engine.port.postMessage(call, []);
    const reply = answerOf(engine, GIVEN_UP_MS);
    if (reply === undefined) throw failure("the script ran for too long and was ended");
    if ("error" in reply)
      throw failure(
        reply.error === "InternalError: interrupted" ? "Interrupted: the script ran for too long" : reply.error,
      );
    return hear(parse(reply.result));
  };
}

function parse(text: string): Told {
  return JSON.parse(text);
}

/** The source of a function given as text or code. */
export function sourceOf(value: Value | undefined): string | undefined {
  if (typeof value === "string") return value;
  return value instanceof Code ? value.code : undefined;
}

export const SCRIPTS: Operators = {
  $function: (operand, compile, environment) => {
    if (!isDoc(operand))
      throw fail(4660801, `$function requires an object as an argument, found: ${shownType(operand)}`);
    const body = operand.get("body");
    if (body === undefined) throw fail(4660802, "The body function must be specified.");
    const constant = constantOf(body, environment);
    if (constant === undefined) throw fail(4660803, "The body function must be a constant expression");
    const source = sourceOf(constant.value);
    if (source === undefined) throw fail(4660804, "The body function must evaluate to type string or code");
    const args = operand.get("args");
    if (args === undefined) throw fail(4660805, "The args field must be specified");
    const language = operand.get("lang");
    if (language === undefined) throw fail(31418, "The lang field must be specified");
    if (language !== "js") throw fail(31419, "Currently the only supported language specifier is 'js'.");
    const given = compile(args);
    const script = newProgram();
    return (root, scope) => {
      const values = given(root, scope);
      if (!Array.isArray(values)) throw fail(4660810, "The args field must be of type array");
      return script(source, values);
    };
  },
  /** `$where` of the query language: true or false of the document as a whole. */
  $_internalJsWhere: (operand) => {
    const given = sourceOf(operand);
    if (given === undefined) throw new MongoError("BadValue", "$where got bad type");
    const isFunction = /^\s*(?:async\s+)?(?:function\b|\([^)]*\)\s*=>|[\w$]+\s*=>)/.test(given);
    const hasReturn = /\breturn\b/.test(given);
    const source = isFunction
      ? given
      : `function () { ${hasReturn ? given : `return (${given.replace(/;\s*$/, "")})`} }`;
    const script = newProgram();
    return (root) => isTruthy(script(source, [root], true));
  },
};
