import type * as v from "valibot";
import { SESSION_COOKIE } from "#schemas/auth.ts";
import type { ErrorCode } from "#schemas/errors.ts";
import { Handshake, MIN_PROTOCOL_VERSION, PROTOCOL_VERSION, SYNC_COLLECTIONS, SYNC_ROWS } from "#schemas/protocol.ts";
import { jsonSchema, type JsonSchema, shareSchemas, type SharedSchemas } from "#server/platform/http/json-schemas.ts";
import { exampleOfRefusal } from "#server/platform/http/openapi-refusals.ts";
import { POLICY } from "#server/platform/sync/policy.ts";
import { exampleFacts } from "./examples-of.ts";
import { laidOver, makeExample } from "./make-example.ts";
import { ASKED, COMMON_REFUSALS, HANDSHAKE_REFUSALS, type MessageDoc, SOCKET_GROUPS, TOLD } from "./socket.ts";

const PATH = "/socket.io/";
const CHANNEL = { $ref: "#/channels/socket" };
/** What stands for a message without a body. */
const EMPTY = { type: "null" };

const ABOUT = [
  "The socket of a device, by Socket.IO 4 over websockets alone. It must be opened from the site's own origin; who is there is told by the session's cookie.",
  `The handshake's \`auth\` names the version of the protocol: ${PROTOCOL_VERSION} now, ${MIN_PROTOCOL_VERSION} at least. \`purpose\` says what the socket is for: \`sync\` hears of changes to rows, the others do not.`,
  "Each message that is sent has one part and an acknowledgement: the answer, or `error` with the code, the message and the facts of a refusal. Whoever sends more than 120 messages at once, or 30 in a second, is told `sync-too-many`.",
  "Each collection of rows has its own checkpoints: what one was given is stored and sent back as it is.",
].join("\n\n");

interface Shown {
  readonly schema: JsonSchema;
  readonly example: unknown;
}

/** What the socket carries, as an AsyncAPI 3.0 document: from the messages' own schemas. */
export function asyncApiDocument(serverUrl: string): Record<string, unknown> {
  const { host, protocol } = new URL(serverUrl);
  const all = new Map([...Object.entries(ASKED), ...Object.entries(TOLD)].map(([name, doc]) => [name, shownOf(doc)]));
  const rows = SYNC_COLLECTIONS.map((name) => [name, shown(SYNC_ROWS[name], name, true)] as const);
  const handshake = shown(Handshake, "handshake", true, { protocol: PROTOCOL_VERSION, purpose: "sync" });
  const parts = [...all.values()].flatMap(({ message, answer }) => [message, answer].filter((each) => each !== null));
  const shared = shareSchemas(
    [...parts, ...rows.map(([, row]) => row), handshake].map(({ schema }) => schema),
    "#/components/schemas/",
  );
  const messages = Object.fromEntries([...all].flatMap(([name, each]) => messagesOf(name, each, shared)));
  const refusals = new Set([
    ...COMMON_REFUSALS,
    ...HANDSHAKE_REFUSALS,
    ...Object.values(ASKED).flatMap((doc) => doc.errors),
  ]);
  return {
    asyncapi: "3.0.0",
    info: {
      title: "Astrolabe's socket",
      version: String(PROTOCOL_VERSION),
      description: ABOUT,
      license: { name: "MIT", url: "https://opensource.org/license/mit" },
      tags: Object.keys(SOCKET_GROUPS).map((name) => ({ $ref: `#/components/tags/${name}` })),
    },
    defaultContentType: "application/json",
    servers: { socket: { host, pathname: PATH, protocol: protocol === "https:" ? "wss" : "ws", security: [SESSION] } },
    channels: {
      socket: {
        address: PATH,
        messages: Object.fromEntries(
          Object.keys(messages).map((name) => [name, { $ref: `#/components/messages/${name}` }]),
        ),
      },
    },
    operations: Object.fromEntries([
      ...Object.entries(ASKED).map(([name, doc]) => [operationName(name), operation(name, doc, "receive")]),
      ...Object.entries(TOLD).map(([name, doc]) => [operationName(name), operation(name, doc, "send")]),
    ]),
    components: {
      tags: Object.fromEntries(
        Object.entries(SOCKET_GROUPS).map(([name, description]) => [name, { name, description }]),
      ),
      messages,
      securitySchemes: { session: { type: "httpApiKey", in: "cookie", name: SESSION_COOKIE } },
      schemas: shared.components,
    },
    "x-handshake": { ...told(handshake, "handshake", shared), refusals: HANDSHAKE_REFUSALS },
    "x-collections": Object.fromEntries(
      rows.map(([name, row]) => [name, { ...told(row, `${name} row`, shared), ...policyOf(name) }]),
    ),
    "x-refusals": Object.fromEntries([...refusals].map((code) => [code, exampleOfRefusal(code, exampleFacts)])),
  };
}

const SESSION = { $ref: "#/components/securitySchemes/session" };

/** Names of operations and messages hold no colon. */
function operationName(name: string): string {
  return name.replaceAll(/[^\w-]/g, "-");
}

function answerName(name: string): string {
  return `${operationName(name)}-answer`;
}

function operation(name: string, { group, summary, access, answer, errors }: MessageDoc, action: "receive" | "send") {
  const refusals: ErrorCode[] = action === "receive" ? [...new Set([...errors, ...COMMON_REFUSALS])] : [];
  const messageOf = (key: string) => ({ $ref: `#/channels/socket/messages/${key}` });
  return {
    action,
    channel: CHANNEL,
    title: name,
    summary,
    tags: [{ $ref: `#/components/tags/${group}` }],
    messages: [messageOf(operationName(name))],
    ...(answer && { reply: { channel: CHANNEL, messages: [messageOf(answerName(name))] } }),
    "x-access": access,
    "x-refusals": refusals,
  };
}

function shownOf({ message, answer, own = {} }: MessageDoc): { message: Shown | null; answer: Shown | null } {
  return {
    message: message && shown(message, "message", answer === null, own.message),
    answer: answer && shown(answer, "answer", true, own.answer),
  };
}

/** What a device sends is read as it comes, what it is told as it leaves. */
function shown(schema: v.GenericSchema, name: string, isWhole: boolean, own?: unknown): Shown {
  return {
    schema: jsonSchema(schema, isWhole ? "output" : "input", "draft-07"),
    example: laidOver(makeExample(schema, { name, isWhole }), own),
  };
}

function messagesOf(
  name: string,
  { message, answer }: { readonly message: Shown | null; readonly answer: Shown | null },
  shared: SharedSchemas,
): [string, object][] {
  const described = (key: string, title: string, each: Shown | null): [string, object] => [
    key,
    {
      name,
      title,
      payload: each === null ? EMPTY : shared.refer(each.schema, key),
      ...(each && { examples: [{ payload: each.example }] }),
    },
  ];
  const asked = described(operationName(name), name, message);
  return answer === null ? [asked] : [asked, described(answerName(name), `${name}, answered`, answer)];
}

function told({ schema, example }: Shown, name: string, shared: SharedSchemas) {
  return { schema: shared.refer(schema, name), example };
}

function policyOf(name: (typeof SYNC_COLLECTIONS)[number]) {
  const { readers, writable, mayInsert, mayDelete } = POLICY[name];
  return { readers, writable, mayInsert, mayDelete };
}
