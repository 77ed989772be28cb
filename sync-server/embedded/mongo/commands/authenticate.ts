import { Binary, doc, isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc } from "#server/embedded/mongo/bson/value.ts";
import { delay } from "#server/embedded/mongo/delay.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import { beginConversation, finishConversation } from "#server/embedded/mongo/scram.ts";
import type { Command } from "./context.ts";

const MECHANISM = "SCRAM-SHA-256";

function failed(): MongoError {
  return new MongoError("AuthenticationFailed", "Authentication failed.");
}

function payloadOf(body: Doc): string {
  const payload = body.get("payload");
  if (!(payload instanceof Binary)) throw failed();
  return payload.bytes.toString("utf8");
}

function step(payload: string, isDone: boolean): Doc {
  return doc({ conversationId: 1, done: isDone, payload: new Binary(0, Buffer.from(payload)) });
}

export function saslStart(command: Command): Doc {
  return start(command, command.body);
}

function start(command: Command, body: Doc): Doc {
  const { credentials } = command.services;
  if (body.get("mechanism") !== MECHANISM || credentials === undefined) {
    throw new MongoError({ code: 334 }, `Unsupported mechanism ${String(body.get("mechanism"))}`);
  }
  const begun = beginConversation(credentials, payloadOf(body));
  if (begun === undefined) throw failed();
  const options = body.get("options");
  const skips = isDoc(options) && options.get("skipEmptyExchange") === true;
  command.peer.conversation = { ...begun.conversation, skipsEmptyExchange: skips };
  return step(begun.reply, false);
}

export async function saslContinue(command: Command): Promise<Doc> {
  const { peer, body } = command;
  const { loginPace } = command.services;
  const { conversation } = peer;
  if (conversation === undefined) {
    // The empty exchange that closes a conversation which has succeeded already.
    if (peer.user === undefined) throw failed();
    return step("", true);
  }
  peer.conversation = undefined;
  await delay(loginPace.begin(), peer.closed);
  const proof = peer.closed.aborted ? undefined : finishConversation(conversation, payloadOf(body));
  if (proof !== undefined || peer.closed.aborted) loginPace.forgive();
  if (proof === undefined) throw failed();
  peer.user = conversation.credentials?.user;
  return step(proof, conversation.skipsEmptyExchange);
}

/** The first step may ride on hello; there a failure is silence, and the client begins again by itself. */
export function speculate(command: Command): Doc | undefined {
  const body = command.body.get("speculativeAuthenticate");
  if (!isDoc(body) || command.services.credentials === undefined) return undefined;
  try {
    return start(command, body);
  } catch (error) {
    if (error instanceof MongoError) return undefined;
    throw error;
  }
}

export function logout(command: Command): Doc {
  command.peer.user = undefined;
  return new Map();
}

/** Whether the server has a password and this connection has not given it. */
export function isStranger({ services, peer }: Pick<Command, "services" | "peer">): boolean {
  return services.credentials !== undefined && peer.user === undefined;
}

/** Throws when the server has a password and this connection has not given it. */
export function requireUser(command: Pick<Command, "services" | "peer">, name: string): void {
  if (!isStranger(command)) return;
  throw new MongoError("Unauthorized", `Command ${name} requires authentication`);
}

/** The same whoever is named, so that nobody learns the user's name by asking. */
export function supportedMechanisms(command: Command): string[] | undefined {
  const { credentials } = command.services;
  if (typeof command.body.get("saslSupportedMechs") !== "string" || credentials === undefined) return undefined;
  return [MECHANISM];
}
