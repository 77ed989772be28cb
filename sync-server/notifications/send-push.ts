import { randomBytes } from "node:crypto";
import { request as requestPlain } from "node:http";
import { request, type RequestOptions } from "node:https";
import type { PushPayload } from "#schemas/push-payload.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { encryptPush, PRIVATE_KEY_BYTES, SALT_BYTES } from "./encrypt-push.ts";
import { checkEndpoint, lookUpPublic } from "./push-endpoint.ts";
import type { PushKey } from "./push-key.ts";
import type { PushSubscription } from "./subscriptions.ts";
import { vapidHeader } from "./vapid.ts";

export interface PushDeps {
  readonly runtime: Runtime;
  readonly pushKey: PushKey;
}

/** What became of a message: taken by the push service, wanted by nobody any more, refused for good, or to be tried again. */
export type PushOutcome =
  | { readonly kind: "taken" | "gone" | "refused"; readonly status: number }
  | { readonly kind: "later"; readonly afterMs: number | null };

interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
}

const TIMEOUT_MS = 8000;
const TTL_SECONDS = 24 * 60 * 60;
/** The subscription is no more (RFC 8030), or was made with another key than ours. */
const GONE = [404, 410, 403];

/** Hands one encrypted message to a browser's push service, which keeps it for a day at most. Never rejects for what that answers. */
export async function sendPush(
  { runtime, pushKey }: PushDeps,
  subscription: PushSubscription,
  payload: PushPayload,
  urgency: "normal" | "high",
): Promise<PushOutcome> {
  const { config, clock } = runtime;
  const { endpoint, p256dh, auth } = subscription;
  const url = checkEndpoint(endpoint, config.push.allowsPrivate);
  const subscriber = { publicKey: Buffer.from(p256dh, "base64url"), secret: Buffer.from(auth, "base64url") };
  const fresh = { privateKey: randomBytes(PRIVATE_KEY_BYTES), salt: randomBytes(SALT_BYTES) };
  const body = encryptPush(Buffer.from(JSON.stringify(payload)), subscriber, fresh);
  const headers = {
    authorization: vapidHeader(await pushKey(), endpoint, contactOf(config.publicUrl), clock.now()),
    ttl: String(TTL_SECONDS),
    urgency,
    // Of those that wait for a device that is away, the last of a topic stays.
    topic: payload.tag,
    "content-type": "application/octet-stream",
    "content-encoding": "aes128gcm",
    "content-length": String(body.length),
  };
  try {
    return outcomeOf(await post(url, headers, body, config.push.allowsPrivate));
  } catch (error) {
    runtime.log.info({ err: error, host: url.host }, "a push service was not reached");
    return { kind: "later", afterMs: null };
  }
}

function post(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
  allowsPrivate: boolean,
): Promise<Answer> {
  const options: RequestOptions = {
    method: "POST",
    headers,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    agent: false,
    ...(!allowsPrivate && { lookup: lookUpPublic }),
  };
  const send = url.protocol === "http:" ? requestPlain : request;
  return new Promise((resolve, reject) => {
    send(url, options, (response) => {
      // Redirects are not followed, and nobody reads what else it says.
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers["retry-after"] });
      response.destroy();
    })
      .once("error", reject)
      .end(body);
  });
}

function outcomeOf({ status, retryAfter }: Answer): PushOutcome {
  if (status >= 200 && status < 300) return { kind: "taken", status };
  if (GONE.includes(status)) return { kind: "gone", status };
  if (status === 429 || status >= 500) {
    const seconds = Number(retryAfter);
    return { kind: "later", afterMs: Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : null };
  }
  return { kind: "refused", status };
}

/** A push service's operator writes there when this server misbehaves; it has to be a public page or a mail address. */
function contactOf(publicUrl: string): string {
  return publicUrl.startsWith("https:") ? publicUrl : `mailto:operator@${new URL(publicUrl).hostname}`;
}
